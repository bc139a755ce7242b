import type { Cell, Verdict } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { LINEAR, PRINTED, PRINTED_FILL, printedGain, type SIZES } from "./printed-step-times.ts";
import type { StepTimes } from "./timed-method.ts";

/** To which conjugate gradients solve. */
export const TOLERANCE = 1e-6;
/** h²k/m: as in the thesis, by its Table 6.1, and as stiffer cloth has it. */
export const KAPPAS: readonly number[] = [0.2, 60];

export type Size = (typeof SIZES)[number];

export const totalOf = ({ force, build, solve }: StepTimes): number => force + build + solve;

/** What was measured: rows of the tables, speed-ups by h²k/m, size and model, and the last times at each h²k/m. */
export interface Measured {
  readonly byResolution: Cell[][];
  readonly byPart: Cell[][];
  readonly gains: number[][][];
  readonly soft: readonly StepTimes[];
  readonly stiff: readonly StepTimes[];
}

export function judgeStepTimes(
  sizes: readonly Size[],
  { gains, soft, stiff }: Measured,
  rates: readonly number[],
  isQuick: boolean,
): Verdict[] {
  const last = sizes.length - 1;
  const linear = gains[0].flatMap((list) => list.filter((_, m) => m % 3 !== 0));
  const [edgeIer, edgeIvt, , triangleIar, triangleIvt] = gains[0][last].slice(1);
  const place = `${sizes[last].size * sizes[last].size} vertices, h²k/m = ${KAPPAS[0]}`;
  return [
    {
      claim: "The linear models are about two to five times as fast as the conventional ones.",
      range: `${sizes.map(({ size }) => size * size).join(", ")} vertices, h²k/m = ${KAPPAS[0]}, conjugate gradients to ${TOLERANCE}`,
      quantity: "least speed-up, of four models at all sizes",
      paper: Math.min(...LINEAR.flatMap((m) => sizes.map((_, s) => printedGain(m, s)))),
      measured: Math.min(...linear),
      holds: { atLeast: 2 },
      differs: { atLeast: 1 },
      kind: "time",
      expected: "holds",
      why: `At this stiffness conjugate gradients need ${soft[0].iterations} iterations only, and our matrix is built in ${formatNumber(soft[0].build, 2)} ms: the conventional step costs less than the thesis'.`,
    },
    {
      claim: "IVT is faster than IER and IAR.",
      range: place,
      quantity: "least speed-up of IVT by that of IER or IAR",
      paper: Math.min(printedGain(2, last) / printedGain(1, last), printedGain(5, last) / printedGain(4, last)),
      measured: Math.min(edgeIvt / edgeIer, triangleIvt / triangleIar),
      holds: { atLeast: 1 },
      kind: "time",
      expected: "holds",
      why: `They differ by how a direction is predicted alone: forces take ${formatNumber(soft[1].force, 2)} ms with IER and ${formatNumber(soft[2].force, 2)} with IVT, of a step of ${formatNumber(totalOf(soft[2]), 2)}.`,
    },
    {
      claim: "Forces take longer with IER and IAR than with the conventional models, and about as long with IVT.",
      range: place,
      quantity: "time of the forces, IVT by conventional, worse of edges and triangles",
      paper: Math.max(PRINTED[2].parts[0] / PRINTED[0].parts[0], PRINTED[5].parts[0] / PRINTED[3].parts[0]),
      measured: Math.max(soft[2].force / soft[0].force, soft[5].force / soft[3].force),
      holds: { atMost: 1.5 },
      differs: { atMost: 3 },
      kind: "time",
      expected: "holds",
      why: `Conventional, rotation and IVT take ${[0, 1, 2].map((m) => formatNumber(soft[m].force, 2)).join(", ")} ms with edges and ${[3, 4, 5].map((m) => formatNumber(soft[m].force, 2)).join(", ")} with triangles; ours of first order need no angle, so that they gain less over IER than the thesis'.`,
    },
    {
      claim: "The speed-up is slightly larger with edges than with triangles.",
      range: place,
      quantity: "speed-up of IVT with edges by that with triangles",
      paper: printedGain(2, last) / printedGain(5, last),
      measured: edgeIvt / triangleIvt,
      holds: { atLeast: 1 },
      differs: { atLeast: 0.8 },
      kind: "time",
      expected: "holds with a difference",
      why: `It is ${formatNumber(edgeIvt, 3)} with edges and ${formatNumber(triangleIvt, 3)} with triangles: our conventional triangles cost more to assemble, ${formatNumber(soft[3].build, 2)} against ${formatNumber(soft[0].build, 2)} ms, which the linear model saves.`,
    },
    ...(isQuick
      ? []
      : [
          {
            claim: "The higher the resolution, the larger the speed-up.",
            range: `${sizes.map(({ size }) => size * size).join(", ")} vertices, h²k/m = ${KAPPAS[0]}`,
            quantity: "speed-up of linear edges (IVT) at the largest size by that at the smallest",
            paper: printedGain(2, last) / printedGain(2, 0),
            measured: edgeIvt / gains[0][0][2],
            holds: { atLeast: 1 },
            kind: "time" as const,
            expected: "does not hold" as const,
            why: `It is ${formatNumber(gains[0][0][2], 3)} at the smallest size and ${formatNumber(edgeIvt, 3)} at the largest. The thesis' conventional step grows faster than its vertices, because building and solving its matrix do; ours is built in place, and conjugate gradients need ${soft[0].iterations} iterations at any size, while the nonzeros of L that a linear step visits grow faster than the vertices.`,
          },
        ]),
    {
      claim: "Where cloth is stiff the linear models are more than ten times as fast.",
      from: "ours",
      range: `${sizes[last].size * sizes[last].size} vertices, h²k/m = ${KAPPAS[1]}`,
      quantity: "speed-up of linear edges (IVT)",
      measured: gains[1][last][2],
      holds: { atLeast: 10 },
      differs: { atLeast: 5 },
      kind: "time",
      expected: "holds",
      why: `Conjugate gradients need ${stiff[0].iterations} iterations there, ${soft[0].iterations} at h²k/m = ${KAPPAS[0]}; a substitution costs the same at both.`,
    },
    {
      claim: "Reordering preserves the sparsity of the factor.",
      range: `squares of irregular triangles of ${rates.length === 1 ? "1245" : "1245, 2485 and 4219"} vertices`,
      why: `Cuthill–McKee leaves ${rates.map((rate) => formatNumber(rate, 3)).join(", ")} % of the nonzeros, in the thesis ${PRINTED_FILL.slice(
        0,
        rates.length,
      )
        .map(({ before, after }) => formatNumber((100 * after) / before, 3))
        .join(", ")}.`,
      quantity: "nonzeros of L after Cuthill–McKee by before, worst mesh of Table 7.3 [%]",
      paper: Math.max(...PRINTED_FILL.map(({ before, after }) => (100 * after) / before)),
      measured: Math.max(...rates),
      holds: { atMost: 40 },
      differs: { atMost: 60 },
      kind: "fill",
      expected: "holds",
    },
  ];
}
