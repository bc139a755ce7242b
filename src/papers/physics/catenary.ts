import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput, SpringRow } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Live, Series, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { partOf, readPositions, runSteps } from "../run-steps.ts";
import { errorGain, type KnownAnswer, knownTable, worstError } from "./known-answer.ts";

/** A chain of length S that does not stretch between two pins 1 m apart: sag, and the horizontal force over the weight. */
const INEXTENSIBLE: readonly (readonly [length: number, sag: number, pull: number])[] = [
  [1.05, 0.139304, 0.875847],
  [1.2, 0.292344, 0.391285],
  [1.5, 0.502633, 0.205491],
  [2, 0.796388, 0.11482],
  [3, 1.334155, 0.0587176],
];

/**
 * Irvine's elastic catenary [Irvine81], span 1: l = H L₀/EA + (2H/w) asinh(w L₀/2H), sag = w L₀²/8EA + (H/w)(√(1 + (w L₀/2H)²) − 1). Sag for the unstretched
 * length L₀ and the stiffness EA over the weight w L₀.
 */
const ELASTIC: readonly (readonly [length: number, stiffness: number, sag: number])[] = [
  [1.2, 100, 0.297014],
  [1.2, 10, 0.333842],
  [1.2, 3, 0.407585],
  [1.2, 1, 0.564097],
  [1, 100, 0.0781903],
  [1, 10, 0.172777],
  [1, 3, 0.26957],
  [1, 1, 0.426588],
];
/** Stiffness over weight of a chain that does not stretch: by at most a hundred-thousandth. */
const RIGID = 1e5;
const LINKS = [10, 20, 40];
const FINEST = LINKS[LINKS.length - 1];
/** Lengths of the chains in the plot. */
const DRAWN = [1.05, 1.5, 3];
const GRAVITY = 9.81;
const STEPS = 60;

/** A chain of 1 kg from (0, 0) to (1, 0) that starts as a V, or straight where that is its length. */
function catenaryScene(links: number, length: number, stiffness: number): SceneInput {
  const depth = 0.5 * Math.sqrt(Math.max(0, length * length - 1));
  const positions = Array.from({ length: links + 1 }, (_, i) => {
    const along = i / links;
    return [along, -2 * depth * Math.min(along, 1 - along) - 1e-3 * along * (1 - along), 0];
  });
  const k = (stiffness * GRAVITY * links) / length;
  const springs = Array.from({ length: links }, (_, i): SpringRow => [i, i + 1, length / links, k, "stretch"]);
  return {
    drape: 1,
    title: "Catenary",
    gravity: [0, -GRAVITY, 0],
    timestep: 0.1,
    duration: 0.1 * STEPS,
    solver: { method: "newton-euler", tolerance: 1e-9 },
    cloths: [{ network: { positions, masses: 1 / links, springs }, pins: [0, links], damping: { viscous: 2 / links } }],
    camera: { position: [0.5, -0.3, 2], target: [0.5, -0.3, 0] },
  };
}

const live: Live = {
  scene: { ...catenaryScene(20, 1.5, RIGID), timestep: 1 / 60 },
  knobs: [
    {
      label: "chain",
      choices: [10, 20, 40].map((links) => ({ name: `${links} links`, set: { cloths: catenaryScene(links, 1.5, RIGID).cloths } })),
      start: 1,
    },
  ],
  gauges: ["strain", "speed", "fall"],
  look: "The chain starts as a V and comes to rest in the hyperbolic cosine; fewer links make it a polygon whose lowest point is off by less than a hundredth.",
};

export const catenary: Experiment = {
  paper: "physics",
  name: "catenary",
  title: "Catenaries, with and without stretch",
  place: "Classical; Irvine 1981 for the elastic one",
  claim: "A chain hung between two pins takes the form of the hyperbolic cosine, an elastic one Irvine's.",
  setup:
    `A chain of springs between two pins 1 m apart, in implicit steps until it is at rest. One that does not stretch has springs of ${formatNumber(RIGID)} times its weight. ` +
    "The horizontal force is read from the slope of the first link and the weight that it carries.",
  scene: {
    ...catenaryScene(20, 1.5, RIGID),
    description: "A chain of 1.5 m between two pins 1 m apart comes to rest in the form of the hyperbolic cosine.",
  },
  live,
  seconds: { quick: 4, full: 4 },
  run,
};

async function run(task: Task): Promise<Findings> {
  const sags: KnownAnswer[] = [];
  const pulls: KnownAnswer[] = [];
  const elastic: KnownAnswer[] = [];
  const shapes: Series[] = [];
  const cases = INEXTENSIBLE.length + ELASTIC.length;
  for (const [n, [length, sag, pull]] of INEXTENSIBLE.entries()) {
    const chains = await settle(length, RIGID, partOf(task, n / cases, (n + 1) / cases));
    const name = `length ${length} m`;
    sags.push({ name, known: sag, ours: chains.map(lowest) });
    pulls.push({ name, known: pull, ours: chains.map(horizontalForce) });
    const points = chains[chains.length - 1];
    if (DRAWN.includes(length)) shapes.push({ name, points, mark: "points" });
  }
  for (const [n, [length, stiffness, sag]] of ELASTIC.entries()) {
    const from = n + INEXTENSIBLE.length;
    const chains = await settle(length, stiffness, partOf(task, from / cases, (from + 1) / cases));
    elastic.push({ name: `length ${length} m, EA/wL = ${stiffness}`, known: sag, ours: chains.map(lowest) });
  }
  const resolutions = LINKS.map((links) => `${links} links`);
  return {
    verdicts: [
      {
        claim: "The sag is the catenary's",
        range: `lengths of ${INEXTENSIBLE.map(([length]) => length).join(", ")} m over a span of 1 m; ${LINKS.join(", ")} links`,
        why: `${formatNumber(worstError(sags, 0), 2)} % with ${LINKS[0]} links and ${formatNumber(worstError(sags), 2)} % with ${FINEST}: half the weight of a link hangs at either end of it.`,
        quantity: `largest error, ${FINEST} links [%]`,
        measured: worstError(sags),
        holds: { atMost: 0.5 },
        differs: { atMost: 2 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: "The horizontal force is the catenary's",
        range: `lengths of ${INEXTENSIBLE.map(([length]) => length).join(", ")} m over a span of 1 m; ${LINKS.join(", ")} links`,
        why: `${formatNumber(worstError(pulls), 2)} % at worst, from ${formatNumber(pulls[pulls.length - 1].ours[LINKS.length - 1])} to ${formatNumber(pulls[0].ours[LINKS.length - 1])} of the weight.`,
        quantity: `largest error, ${FINEST} links [%]`,
        measured: worstError(pulls),
        holds: { atMost: 0.5 },
        differs: { atMost: 2 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: "The sag of an elastic chain is Irvine's",
        range: `unstretched lengths of 1 and 1.2 m, stiffness of 1 to 100 times the weight; ${LINKS.join(", ")} links`,
        why: `${formatNumber(worstError(elastic), 2)} % at worst, with sags from ${formatNumber(Math.min(...elastic.map(({ known }) => known)))} to ${formatNumber(Math.max(...elastic.map(({ known }) => known)))} m.`,
        quantity: `largest error, ${FINEST} links [%]`,
        measured: worstError(elastic),
        holds: { atMost: 0.5 },
        differs: { atMost: 2 },
        kind: "error",
        expected: "holds",
      },
      {
        claim: "Errors fall with the square of the length of a link",
        range: `sags of the chains that do not stretch, ${LINKS[0]} to ${FINEST} links`,
        why: `By ${formatNumber(errorGain(sags), 3)} while the length of a link falls by ${FINEST / LINKS[0]}.`,
        quantity: `largest error of the sags with ${LINKS[0]} links over that with ${FINEST} [−]; second order gives ${(FINEST / LINKS[0]) ** 2}`, // not in a step
        measured: errorGain(sags),
        holds: { atLeast: 10 },
        differs: { atLeast: 3 },
        kind: "error",
        expected: "holds",
      },
    ],
    tables: [
      knownTable("Sag of a chain that does not stretch [m]", "chain", resolutions, sags),
      knownTable("Its horizontal force over its weight", "chain", resolutions, pulls),
      knownTable("Sag of an elastic chain [m]", "chain", resolutions, elastic),
    ],
    pictures: [],
    plots: [
      {
        title: `Chains of ${FINEST} links, and the hyperbolic cosine`,
        isShape: true,
        x: { label: "x [m]" },
        y: { label: "y [m]" },
        series: [...shapes, { name: "hyperbolic cosine", points: drawnShapes(), mark: "line", isTruth: true }],
      },
    ],
    reason: "Half the weight of a link hangs at either of its ends: that is exact to second order in its length.",
  };
}

type Chain = [number, number][];

async function settle(length: number, stiffness: number, task: Task): Promise<Chain[]> {
  const chains: Chain[] = [];
  for (const [k, links] of LINKS.entries()) {
    const simulation = await createSimulation(catenaryScene(links, length, stiffness));
    await runSteps(simulation, STEPS, partOf(task, k / LINKS.length, (k + 1) / LINKS.length));
    const x = readPositions(simulation);
    chains.push(Array.from({ length: links + 1 }, (_, i) => [x[3 * i], x[3 * i + 1]]));
  }
  return chains;
}

function lowest(chain: Chain): number {
  return -Math.min(...chain.map(([, y]) => y));
}

/** H over the weight: the first link carries half of what hangs between the pins, H is that over its slope. */
function horizontalForce(chain: Chain): number {
  const links = chain.length - 1;
  const carried = (links - 1) / (2 * links);
  return carried / ((chain[0][1] - chain[1][1]) / (chain[1][0] - chain[0][0]));
}

/** All that are drawn as one line, which goes to and fro between the pins: one key names them. */
function drawnShapes(): Chain {
  return INEXTENSIBLE.filter(([length]) => DRAWN.includes(length)).flatMap(([length, sag, pull], n) => {
    const shape = exactShape(pull * length, sag);
    return n % 2 === 0 ? shape : shape.reverse();
  });
}

/** y = a (cosh((x − ½)/a) − cosh(1/2a)), a = H/w. */
function exactShape(a: number, sag: number): Chain {
  return Array.from({ length: 41 }, (_, n) => {
    const x = n / 40;
    return [x, a * (Math.cosh((x - 0.5) / a) - 1) - sag]; // not in a step
  });
}
