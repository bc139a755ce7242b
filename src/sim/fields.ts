/** A quantity that a cloth has at each of its vertices, as pictures are coloured by it. */
export interface FieldInfo {
  readonly name: FieldName;
  /** What a number of it says. */
  readonly summary: string;
  /** Empty where it is a ratio. */
  readonly unit: string;
  /** Whether both signs matter alike. */
  readonly signed: boolean;
}

export type FieldName = "strain" | "stress" | "speed" | "curvature" | "contact";

export const FIELDS: readonly FieldInfo[] = [
  { name: "strain", summary: "largest stretch of the threads that meet at the vertex", unit: "", signed: false },
  {
    name: "stress",
    summary: "force across a cut of 1 m through the cloth, along the direction in which it is pulled most",
    unit: "N/m",
    signed: false,
  },
  { name: "speed", summary: "speed of the vertex", unit: "m/s", signed: false },
  {
    name: "curvature",
    summary: "mean curvature: 1/(2r) on a cylinder of radius r, 1/r on a ball, positive where it bulges along its normal",
    unit: "1/m",
    signed: true,
  },
  { name: "contact", summary: "pressure of bodies and of other cloth in the last step", unit: "Pa", signed: false },
];
