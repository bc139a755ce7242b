import type { Simulation } from "../../sim/simulation.ts";
import type { Experiment, Findings, Picture, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { takePicture } from "../take-picture.ts";
import { isWhole, LOST_OR_TORN } from "../torn.ts";
import { KIM, kimCloth, LIVE_SIDE, TORN_BEFORE } from "./kim-cloth.ts";
import { type ClothRun, runCloth } from "./run-cloth.ts";

const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const SIDE = 40;
const cloth = (side: number) =>
  kimCloth({
    title: "Kim: odd against even Jacobi iterations",
    description: `Fig. 4's cloth at ${side} × ${side}: Kang's second method is lost with an odd number of Jacobi iterations and holds with an even one [Kim06, Section 4.3].`,
    side,
    solver: { method: "block-jacobi", sweeps: 3 },
    methods: COUNTS.map((sweeps) => ({
      name: `jacobi-${sweeps}`,
      title: `Kang 2, η = ${sweeps}`,
      solver: { method: "block-jacobi", sweeps },
    })),
  });
const SCENE = cloth(SIDE);
const RANGE = `${SIDE} × ${SIDE}, k·Δt²/m = ${formatNumber(KIM.stiffness * KIM.timestep * KIM.timestep)}`;

/** [Kim06, sec. 4.3]: the parity of Jacobi's iterations. */
export const oddEvenJacobi: Experiment = {
  paper: "kim06",
  name: "odd-even-jacobi",
  title: "Odd against even Jacobi iterations",
  place: "Section 4.3",
  claim:
    "With an odd number of Jacobi iterations the stability of Kang's second method is quite poor, an even number is recommended; Gauss–Seidel is stable with any number, even with one.",
  setup: `Fig. 4's cloth at ${SIDE} × ${SIDE}, ${COUNTS[0]} to ${COUNTS[COUNTS.length - 1]} iterations of block Jacobi and of block Gauss–Seidel. ${LOST_OR_TORN}`,
  scene: SCENE,
  live: {
    scene: cloth(LIVE_SIDE),
    knobs: [
      {
        label: "iterations a step",
        choices: COUNTS.map((sweeps) => ({ name: String(sweeps), set: { "solver.sweeps": sweeps } })),
        start: 2,
      },
      {
        label: "solver",
        choices: [
          { name: "Jacobi (Kang 2)", set: { "solver.method": "block-jacobi" } },
          { name: "Gauss–Seidel (Kim)", set: { "solver.method": "gauss-seidel" } },
        ],
      },
    ],
    gauges: ["strain", "peak strain", "speed", "ms"],
    look: "With 1, 3, 5 or 7 iterations of Jacobi the cloth bursts, the later the more there are; with 2, 4, 6 or 8 it hangs. Gauss–Seidel hangs with any number.",
  },
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
  const broken = (runs: readonly ClothRun[]): number => runs.filter(({ strain }) => !isWhole(strain)).length;
  const odd = jacobi.filter((_, n) => COUNTS[n] % 2 === 1);
  const numbers = (parity: number): string => COUNTS.filter((count) => count % 2 === parity).join(", ");
  const largest = (runs: readonly ClothRun[]): string => formatNumber(100 * Math.max(...runs.map(({ strain }) => strain)));
  const even = jacobi.filter((_, n) => COUNTS[n] % 2 === 0);
  const told = ({ lostAt, strain }: ClothRun): string | number => {
    if (lostAt > 0) return `lost at step ${lostAt}`;
    return isWhole(strain) ? 100 * strain : `torn (${formatNumber(100 * strain)})`;
  };
  return {
    verdicts: [
      {
        claim: "An odd number of Jacobi iterations is unstable",
        range: `${RANGE}, η = ${numbers(1)}, ${steps * KIM.timestep} s`,
        quantity: "how many are lost or torn",
        measured: broken(odd),
        holds: { atLeast: odd.length },
        differs: { atLeast: 1 },
        kind: "stability",
        expected: "holds",
        why: `The more iterations, the later, but none is spared: ${odd.map(({ lostAt, strain }, n) => `η = ${2 * n + 1} ${lostAt > 0 ? `is lost at step ${lostAt}` : `ends with a spring ${formatNumber(100 * strain)} % longer than at rest`}`).join(", ")}.`,
        revised:
          "A cloth counted as torn only from eleven times the length of a spring on, and so the largest odd number, with 648 %, passed as whole: “with a difference”. Three times its length is torn.",
      },
      {
        claim: "An even number is stable",
        range: `${RANGE}, η = ${numbers(0)}, ${steps * KIM.timestep} s`,
        quantity: "how many are lost or torn",
        measured: broken(even),
        holds: { atMost: 0 },
        kind: "stability",
        expected: "holds",
        why: `Their most strained spring is ${largest(even)} % longer than at rest.`,
        revised: TORN_BEFORE,
      },
      {
        claim: "Gauss–Seidel is stable with any number",
        range: `${RANGE}, η = ${COUNTS[0]} to ${COUNTS[COUNTS.length - 1]}, ${steps * KIM.timestep} s`,
        quantity: "how many are lost or torn",
        measured: broken(gaussSeidel),
        holds: { atMost: 0 },
        kind: "stability",
        expected: "holds",
        why: `Their most strained spring is ${largest(gaussSeidel)} % longer than at rest.`,
        revised: TORN_BEFORE,
      },
      {
        claim: "Gauss–Seidel is more stable than Jacobi where the number of iterations is limited",
        range: `${RANGE}, η = ${COUNTS[0]} to ${COUNTS[COUNTS.length - 1]}, ${steps * KIM.timestep} s`,
        quantity: "numbers of iterations with which Gauss–Seidel stretches the cloth by no more than Jacobi does",
        measured: gaussSeidel.filter(({ strain }, n) => strain <= jacobi[n].strain).length,
        holds: { atLeast: COUNTS.length },
        differs: { atLeast: COUNTS.length / 2 },
        kind: "stability",
        expected: "holds",
        why: `With two iterations the largest strain is ${formatNumber(100 * jacobi[1].strain)} % with Jacobi and ${formatNumber(100 * gaussSeidel[1].strain)} % with Gauss–Seidel, with eight ${formatNumber(100 * jacobi[7].strain)} and ${formatNumber(100 * gaussSeidel[7].strain)} %.`,
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
      "Jacobi multiplies the error of the stiffest mode by G, which lies between −1 and 0: what is left after η iterations is G taken η times as a factor, negative where η is odd. With an odd number it is added to the correction and the mode overshoots, the less the more iterations; with an even number it is taken away from it, and the mode is only damped.",
  };
}
