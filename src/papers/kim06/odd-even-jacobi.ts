import type { Simulation } from "../../sim/simulation.ts";
import type { Experiment, Findings, Picture, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { takePicture } from "../take-picture.ts";
import { kimCloth } from "./kim-cloth.ts";
import { type ClothRun, runCloth, TORN } from "./run-cloth.ts";

const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const SIDE = 40;
const SCENE = kimCloth({
  title: "Kim: odd against even Jacobi iterations",
  description: `Fig. 4's cloth at ${SIDE} × ${SIDE}: Kang's second method is lost with an odd number of Jacobi iterations and holds with an even one [Kim06, Section 4.3].`,
  side: SIDE,
  solver: { method: "block-jacobi", sweeps: 3 },
  methods: COUNTS.map((sweeps) => ({
    name: `jacobi-${sweeps}`,
    title: `Kang 2, η = ${sweeps}`,
    solver: { method: "block-jacobi", sweeps },
  })),
});

/** [Kim06, sec. 4.3]: the parity of Jacobi's iterations. */
export const oddEvenJacobi: Experiment = {
  paper: "kim06",
  name: "odd-even-jacobi",
  title: "Odd against even Jacobi iterations",
  place: "Section 4.3",
  claim:
    "With an odd number of Jacobi iterations the stability of Kang's second method is quite poor, an even number is recommended; Gauss–Seidel is stable with any number, even with one.",
  setup: `Fig. 4's cloth at ${SIDE} × ${SIDE}, ${COUNTS[0]} to ${COUNTS[COUNTS.length - 1]} iterations of block Jacobi and of block Gauss–Seidel. A cloth counts as torn when a spring is ${1 + TORN} times its length.`,
  scene: SCENE,
  seconds: { quick: 6, full: 15 },
  run: runOddEven,
};

async function runOddEven({ isQuick, progress }: Task): Promise<Findings> {
  const steps = isQuick ? 160 : 400;
  const jacobi: ClothRun[] = [];
  const gaussSeidel: ClothRun[] = [];
  const pictures: Picture[] = [];
  const shoot = async (simulation: Simulation, caption: string): Promise<void> => {
    pictures.push(await takePicture(simulation, SCENE, { caption, width: 336, height: 270 }));
  };
  for (const [n, sweeps] of COUNTS.entries()) {
    const breaking = (simulation: Simulation): Promise<void> => shoot(simulation, `η = ${sweeps} breaks, after ${simulation.time} s`);
    const run = await runCloth(SCENE, { method: "block-jacobi", sweeps }, { steps, breaking });
    jacobi.push(run);
    if (sweeps === 2 || sweeps === 4) await shoot(run.simulation, `η = ${sweeps}, after ${run.simulation.time} s`);
    gaussSeidel.push(await runCloth(SCENE, { method: "gauss-seidel", sweeps }, { steps }));
    await progress((n + 1) / COUNTS.length);
  }
  const broken = (runs: readonly ClothRun[]): number => runs.filter(({ strain }) => !(strain < TORN)).length;
  const odd = jacobi.filter((_, n) => COUNTS[n] % 2 === 1);
  const numbers = (parity: number): string => COUNTS.filter((count) => count % 2 === parity).join(", ");
  const longest = odd[odd.length - 1];
  const even = jacobi.filter((_, n) => COUNTS[n] % 2 === 0);
  const told = (run: ClothRun): string | number => (run.lostAt > 0 ? `lost at step ${run.lostAt}` : 100 * run.strain);
  return {
    verdicts: [
      {
        claim: "An odd number of Jacobi iterations is unstable",
        quantity: `of η = ${numbers(1)}, how many are lost or torn`,
        measured: broken(odd),
        holds: { atLeast: odd.length },
        differs: { atLeast: 1 },
        kind: "stability",
        expected: "holds with a difference",
        why: `The more iterations, the later: the largest odd number ends with a spring strained by ${formatNumber(100 * longest.strain)} %, which is broken to the eye but not torn by our rule.`,
      },
      {
        claim: "An even number is stable",
        quantity: `of η = ${numbers(0)}, how many are lost or torn`,
        measured: broken(even),
        holds: { atMost: 0 },
        kind: "stability",
        expected: "holds",
      },
      {
        claim: "Gauss–Seidel is stable with any number",
        quantity: `of η = ${COUNTS[0]} to ${COUNTS[COUNTS.length - 1]}, how many are lost or torn`,
        measured: broken(gaussSeidel),
        holds: { atMost: 0 },
        kind: "stability",
        expected: "holds",
      },
    ],
    tables: [
      {
        title: "Largest strain [%] by the number of iterations",
        columns: [{ heading: "η" }, { heading: "Jacobi (Kang 2)" }, { heading: "Gauss–Seidel (Kim)" }],
        rows: COUNTS.map((count, n) => [count, told(jacobi[n]), told(gaussSeidel[n])]),
      },
    ],
    pictures: [{ title: "Kang's second method", pictures }],
    plots: [],
    reason:
      "Jacobi multiplies the error of the stiffest mode by G, which lies between −1 and 0: what is left after η iterations, G^η, has the sign of η's parity. With an odd number it is added to the correction and the mode overshoots, the less the more iterations; with an even number it is taken away from it, and the mode is only damped.",
  };
}
