/** A figure, a table, an equation or a claim of a paper, and where it is dealt with. At least one of the last four fields is there. */
export interface CoverageRow {
  readonly kind: "figure" | "table" | "equation" | "claim";
  /** Where the paper has it: "eq. 9", "Section 4.3". */
  readonly place: string;
  /** What it is, in a few words of ours. */
  readonly what: string;
  /** Names of the experiments that look at it; "oh04-momentum" where it is one of another paper. */
  readonly experiments?: readonly string[];
  /** Files that compute it. */
  readonly code?: readonly string[];
  /** Files of tests that hold it. */
  readonly tests?: readonly string[];
  /** Why there is none of these. */
  readonly reason?: string;
}
