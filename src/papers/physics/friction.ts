import { cos, sin } from "../../core/trig.ts";
import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput, SolverInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { mean, partOf, readPositions, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";
import { type KnownAnswer, knownTable, percentError, worstError } from "./known-answer.ts";
import { type Thread, threadScene } from "./thread.ts";

const GRAVITY = 9.81;
const SLOPE = 0.5;
const COSINE = 1 / Math.sqrt(1 + SLOPE * SLOPE);
const SECONDS = 2;
const TIMESTEP = 0.01;
/** A patch slides with the first, stays with the second. */
const [SLIDES, STAYS] = [0.49, 0.5];
/** Friction on the level, where a patch starts with 1 m/s. */
const STOPS = 0.3;
/** Between the patch and the incline [m]. */
const THICKNESS = 0.002;

/** A patch of cotton on a plane of tan θ = 0.5; `side`² vertices. */
export function inclineScene(side: number, friction: number, method = "implicit-euler"): SceneInput {
  return {
    drape: 1,
    title: "Incline",
    timestep: TIMESTEP,
    duration: SECONDS,
    solver: { method } as SolverInput,
    colliders: [{ plane: { normal: [-SLOPE, 1, 0] } }],
    collision: { thickness: THICKNESS, friction },
    cloths: [
      {
        grid: {
          columns: side,
          rows: side,
          width: 0.2,
          height: 0.2,
          u: [1, SLOPE, 0],
          v: [0, 0, 1],
          origin: [-SLOPE * COSINE * THICKNESS, COSINE * THICKNESS, 0],
        },
        fabric: { base: "cotton", damping: 0 },
      },
    ],
    camera: { position: [0.08, 0.34, 0.62], target: [0, 0.03, 0.1] },
  };
}

/** The same patch on a level plane, at 1 m/s. */
function stoppingScene(rate: number): SceneInput {
  return {
    drape: 1,
    timestep: 1 / rate,
    solver: { method: "implicit-euler" },
    colliders: [{ plane: {} }],
    collision: { thickness: 0, friction: STOPS },
    cloths: [
      {
        grid: { columns: 5, rows: 5, width: 0.2, height: 0.2, u: [1, 0, 0], v: [0, 0, 1] },
        velocity: [1, 0, 0],
        fabric: { base: "cotton", damping: 0 },
      },
    ],
  };
}

const CAPSTAN_RADIUS = 0.1;

/**
 * A thread over half a fixed cylinder with a weight at each end, the second `ratio` times the first, in the tension that balances them if all of
 * the cylinder helps alike; or, beyond what friction holds, in that with which it slides.
 */
export function capstanScene(sides: number, friction: number, ratio: number, stiffness: number): SceneInput {
  const hanging = Math.round(sides / 8);
  const weight = 0.1;
  const spacing = (Math.PI * CAPSTAN_RADIUS) / sides;
  const count = 2 * hanging + sides + 1;
  const points = Array.from({ length: count }, (_, k): [number, number, number] => {
    const i = k - hanging;
    if (i < 0) return [-CAPSTAN_RADIUS, i * spacing, 0];
    if (i > sides) return [CAPSTAN_RADIUS, (sides - i) * spacing, 0];
    const angle = Math.PI - (Math.PI * i) / sides;
    return [CAPSTAN_RADIUS * cos(angle), CAPSTAN_RADIUS * sin(angle), 0];
  });
  const hold = Math.exp(friction * Math.PI); // not in a step
  const rise = Math.min(ratio, hold);
  const fall = fallOfWeights(ratio / hold);
  const masses = points.map((_, k) => (k === 0 ? weight : k === count - 1 ? weight * ratio : 1e-5));
  const tension = points.slice(1).map((_, k) => {
    const along = Math.min(1, Math.max(0, (k + 0.5 - hanging) / sides));
    return weight * (GRAVITY + fall) * rise ** along; // not in a step
  });
  return threadScene({ points, masses, tension }, stiffness, {
    timestep: 0.001,
    solver: { method: "implicit-euler", tolerance: 1e-10 },
    colliders: [{ capsule: { from: [0, 0, -1], to: [0, 0, 1], radius: CAPSTAN_RADIUS } }],
    collision: { thickness: 0, friction },
  });
}

/** Acceleration of weights at `share` of the ratio that friction holds [m/s²]: T₂ = T₁ e^{μπ} where the thread slides. */
function fallOfWeights(share: number): number {
  return (GRAVITY * Math.max(0, share - 1)) / (share + 1);
}

export const TABLE_FRICTION = 0.5;
/** Of the strip, on the table [m]. */
export const LYING = 0.6;
const LINE_DENSITY = 0.1;
/** Of the rod [m]. */
const ROD = 0.04;

/**
 * A strip of even weight lies on a table and hangs over its edge, a quarter of a smooth rod flush with the top, by `part` of what friction can hold: μ times
 * what lies on the table carries what hangs and what the rod does not carry, of which the quarter of radius r weighs as much as a length r,
 * μ s ≥ hang + r. Without the rod's length that is the overhang μ/(1 + μ) of the whole.
 */
export function tableScene(part: number, spacing: number, more: object): { scene: SceneInput; load: number; length: number } {
  const radius = ROD;
  const lying = Math.round(LYING / spacing);
  const quarter = Math.round((0.5 * Math.PI * radius) / spacing);
  const hanging = Math.round((part * TABLE_FRICTION * lying * spacing - radius) / spacing);
  const points: [number, number, number][] = [];
  for (let i = lying; i > 0; i--) points.push([-i * spacing, 0, 0]);
  for (let i = 0; i <= quarter; i++) {
    const angle = (i / quarter) * 0.5 * Math.PI;
    points.push([radius * sin(angle), radius * (cos(angle) - 1), 0]);
  }
  for (let i = 1; i <= hanging; i++) points.push([radius, -radius - i * spacing, 0]);
  const load = hanging * spacing + radius;
  const length = lying * spacing + 0.5 * Math.PI * radius + hanging * spacing;
  const speedUp = (GRAVITY * Math.max(0, load - TABLE_FRICTION * LYING)) / length;
  const thread: Thread = {
    points,
    masses: points.map(() => LINE_DENSITY * spacing),
    tension: points.slice(1).map(([, y], k) => {
      const [behind, before] = [(k + 1) * spacing, radius + hanging * spacing + y];
      if (k >= lying) return LINE_DENSITY * (GRAVITY * before - speedUp * (length - behind));
      const rub = GRAVITY * Math.min(TABLE_FRICTION, load / LYING);
      return LINE_DENSITY * (rub + speedUp) * behind;
    }),
  };
  const scene = threadScene(thread, 2e4, {
    ...more,
    colliders: [
      { box: { center: [-1, -0.1, 0], halfSizes: [1 - 1e-6, 0.1, 1] } },
      { capsule: { from: [0, -radius, -1], to: [0, -radius, 1], radius }, friction: 0 },
    ],
    collision: { thickness: 0, friction: TABLE_FRICTION },
  });
  return { scene, load, length };
}

/**
 * How far the strip slides [m]. What hangs grows as what lies shrinks: with c the surplus at the start and L the whole length,
 * ẍ = g (c + (1 + μ)x)/L, so x = c/(1 + μ) (cosh ωt − 1) with ω² = (1 + μ)g/L.
 */
export function slideOffTable(load: number, length: number, seconds: number): number {
  const surplus = Math.max(0, load - TABLE_FRICTION * LYING);
  const growth = Math.sqrt(((1 + TABLE_FRICTION) * GRAVITY) / length) * seconds;
  return (surplus / (1 + TABLE_FRICTION)) * (Math.cosh(growth) - 1); // not in a step
}

const SIDES = [3, 5, 9];
const RATES = [60, 120, 240];
const CAPSTAN_SIDES = [24, 48, 96];
const CAPSTAN_FRICTION = [0.2, 0.5];
/** Weights just below, just above and well above the ratio that friction holds, as shares of it. */
const CAPSTAN_SHARES = [0.97, 1.03, 1.2];
const CAPSTAN_SECONDS = 0.2;
/** Stiffness of a link of the thread [N/m]; that of one whose stretch does not matter to how fast the weights fall. */
const YIELDING = 2000;
const RIGID = 2e5;
/** The strip hangs by so much of the overhang that friction holds, for so long [s]. */
const OVERHANGS = [0.9, 1.1];
const TABLE_SECONDS = 0.5;
const SPACINGS = [0.02, 0.01, 0.005];
/** The methods that move the strip; a step is the spacing divided by this speed [m/s]. */
const TABLE_METHODS = [
  { method: "verlet", speed: 100 },
  { method: "implicit-euler", speed: 20 },
] as const;

export const friction: Experiment = {
  paper: "physics",
  name: "friction",
  title: "Friction: incline, stopping distance, capstan, table",
  place: "Coulomb; Euler and Eytelwein for the capstan",
  claim:
    `A patch on an incline of tan θ = ${SLOPE} slides with g(sin θ − μ cos θ) for μ = ${SLIDES} and stays for ${STAYS}; one that slides with v on the level stops after v²/2μg; ` +
    "a thread over half a cylinder slips from T₂/T₁ = e^{μπ} on; a strip slides off a table from the overhang μ/(1 + μ) on.",
  setup: `A patch of cotton with implicit-euler on the incline and on the level; a thread with weights over half a cylinder (implicit-euler) at ${CAPSTAN_SHARES.join(", ")} of e^{μπ}; a thread over the edge of a table (${TABLE_METHODS.map(({ method }) => method).join(", ")}) at ${OVERHANGS.join(" and ")} of the overhang. Resolutions are vertices of the patch, steps a second, sides of the cylinder and spacings of the thread.`,
  scene: {
    ...inclineScene(9, SLIDES),
    description: `A patch of cotton on an incline of tan θ = ${SLOPE} with μ = ${SLIDES}: it slides, slowly. With ${STAYS} it stays.`,
  },
  seconds: { quick: 7, full: 14 },
  run,
};

async function run(task: Task): Promise<Findings> {
  const incline = await measureIncline(partOf(task, 0, 0.2));
  const stops: number[] = [];
  for (const [k, rate] of RATES.entries()) {
    const simulation = await createSimulation(stoppingScene(rate));
    const start = meanX(readPositions(simulation));
    await runSteps(simulation, 0.5 * rate, partOf(task, 0.2 + 0.03 * k, 0.2 + 0.03 * (k + 1)));
    stops.push(meanX(readPositions(simulation)) - start);
  }
  const stopping = [{ name: `1 m/s, μ = ${STOPS}`, known: 1 / (2 * STOPS * GRAVITY), ours: stops }];
  const capstan = await measureCapstan(partOf(task, 0.3, 0.7));
  const table = await measureTable(partOf(task, 0.7, 1));
  const slides = [{ name: `μ = ${SLIDES}`, known: GRAVITY * COSINE * (SLOPE - SLIDES), ours: incline.accelerations }];
  return {
    verdicts: [
      {
        claim: `On the incline a patch with μ = ${SLIDES} slides as it should`,
        quantity: `largest error of the acceleration, ${SIDES[SIDES.length - 1]} × ${SIDES[SIDES.length - 1]} vertices [%]`,
        measured: worstError(slides),
        holds: { atMost: 5 },
        differs: { atMost: 20 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: `With μ = ${STAYS} it stays`,
        quantity: `how far any vertex has come after ${SECONDS} s, of all sizes [mm]`,
        measured: 1000 * incline.creep,
        holds: { atMost: 0.01 },
        differs: { atMost: 1 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: "A patch at 1 m/s stops after v²/2μg",
        quantity: `error of the distance at ${RATES[RATES.length - 1]} steps a second [%]`,
        measured: worstError(stopping),
        holds: { atMost: 3 },
        differs: { atMost: 10 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: `The thread holds at ${CAPSTAN_SHARES[0]} e^{μπ}`,
        quantity: `how far it has slipped in ${CAPSTAN_SECONDS} s, at most [mm]`,
        measured: 1000 * capstan.held,
        holds: { atMost: 1 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: `It slips at ${CAPSTAN_SHARES[1]} e^{μπ}`,
        quantity: `how far it has slipped in ${CAPSTAN_SECONDS} s, at least [mm]`,
        measured: 1000 * capstan.slipped,
        holds: { atLeast: 1.5 },
        differs: { atLeast: 1 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: `At ${CAPSTAN_SHARES[2]} e^{μπ} the weights fall as fast as they should`,
        quantity: `largest error of their way in ${CAPSTAN_SECONDS} s, finest cylinder [%]`,
        measured: worstError(capstan.slides),
        holds: { atMost: 5 },
        differs: { atMost: 25 },
        kind: "motion",
        expected: "holds with a difference",
        why: `The worst error is ${formatNumber(worstError(capstan.slides, 0), 2)} % with the fewest sides and ${formatNumber(worstError(capstan.slides), 2)} % with the most. Where it comes from we do not know; the polygon would make it fall with the sides.`,
      },
      {
        claim: `A strip stays on the table at ${OVERHANGS[0]} of the overhang`,
        quantity: `how far it has sunk in ${TABLE_SECONDS} s, at most [mm]`,
        measured: 1000 * table.held,
        holds: { atMost: 1 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: `At ${OVERHANGS[1]} of the overhang it slides off as fast as its weight says (${TABLE_METHODS[0].method})`,
        quantity: `error of its way in ${TABLE_SECONDS} s, finest thread [%]`,
        why: table.why[0],
        measured: table.errors[0],
        holds: { atMost: 5 },
        differs: { atMost: 25 },
        kind: "motion",
        expected: "holds with a difference",
      },
      {
        claim: `At ${OVERHANGS[1]} of the overhang it slides off as fast as its weight says (${TABLE_METHODS[1].method})`,
        quantity: `error of its way in ${TABLE_SECONDS} s, finest thread [%]`,
        why: table.why[1],
        measured: table.errors[1],
        holds: { atMost: 5 },
        differs: { atMost: 25 },
        kind: "motion",
        expected: "holds with a difference",
      },
    ],
    tables: [
      knownTable(
        "Incline: acceleration [m/s²]",
        "patch",
        SIDES.map((side) => `${side} × ${side}`),
        slides,
      ),
      knownTable(
        "Stopping distance [m]",
        "patch",
        RATES.map((rate) => `${rate} steps/s`),
        stopping,
      ),
      ...capstan.tables,
      table.table,
    ],
    pictures: [{ title: `A patch of cotton after ${SECONDS} s on an incline of tan θ = ${SLOPE}`, pictures: incline.pictures }],
    plots: [],
    reason:
      "Friction is found inside the solve from the force that presses, and what it stops is decided for all particles together: so what sticks does not creep and the thresholds are sharp. It begins one step late: the stopping distance is long by about v h.",
  };
}

async function measureIncline(
  task: Task,
): Promise<{ accelerations: number[]; creep: number; pictures: Findings["pictures"][number]["pictures"] }> {
  const accelerations: number[] = [];
  const pictures: Findings["pictures"][number]["pictures"][number][] = [];
  let creep = 0;
  for (const [k, side] of SIDES.entries()) {
    for (const [n, mu] of [SLIDES, STAYS].entries()) {
      const scene = inclineScene(side, mu);
      const simulation = await createSimulation(scene);
      const start = readPositions(simulation);
      const at = (k + n / 2) / SIDES.length;
      await runSteps(simulation, Math.round(SECONDS / TIMESTEP), partOf(task, at, at + 0.5 / SIDES.length));
      const ways = distances(start, readPositions(simulation));
      if (n === 0) accelerations.push((2 * mean(ways)) / (SECONDS * SECONDS));
      else creep = Math.max(creep, ...ways);
      if (k === SIDES.length - 1) {
        const caption = `μ = ${mu.toFixed(2)}: ${n === 0 ? "slides" : "stays"}`;
        pictures.push(await takePicture(simulation, scene, { caption, edges: true }));
      }
    }
  }
  return { accelerations, creep, pictures };
}

/** How far the heavier weight sinks, at each share of the ratio that half a turn holds; where it slides, T₂ = T₁ e^{μπ} gives its acceleration. */
async function measureCapstan(
  task: Task,
): Promise<{ held: number; slipped: number; slides: KnownAnswer[]; tables: Findings["tables"][number][] }> {
  const capstanSides = task.isQuick ? CAPSTAN_SIDES.slice(0, 2) : CAPSTAN_SIDES;
  const rows: (string | number)[][] = [];
  const slides: KnownAnswer[] = [];
  let held = 0;
  let slipped = Number.POSITIVE_INFINITY;
  for (const [n, mu] of CAPSTAN_FRICTION.entries()) {
    const limit = Math.exp(mu * Math.PI); // not in a step
    const ways: number[][] = [];
    for (const [k, sides] of capstanSides.entries()) {
      const at = (j: number): number => (n + (k + j / CAPSTAN_SHARES.length) / capstanSides.length) / CAPSTAN_FRICTION.length;
      const list: number[] = [];
      for (const [j, share] of CAPSTAN_SHARES.entries()) {
        const simulation = await createSimulation(capstanScene(sides, mu, share * limit, j < 2 ? YIELDING : RIGID));
        const last = 3 * simulation.particleCount - 2;
        const before = readPositions(simulation)[last];
        await runSteps(simulation, Math.round(CAPSTAN_SECONDS / 0.001), partOf(task, at(j), at(j + 1)));
        list.push(before - readPositions(simulation)[last]);
      }
      held = Math.max(held, Math.abs(list[0]));
      slipped = Math.min(slipped, list[1]);
      ways.push(list);
    }
    rows.push([mu, limit, ...ways.flatMap(([below, above]) => [1000 * below, 1000 * above])]);
    const known = 500 * fallOfWeights(CAPSTAN_SHARES[2]) * CAPSTAN_SECONDS * CAPSTAN_SECONDS;
    slides.push({ name: `μ = ${mu}`, known, ours: ways.map((list) => 1000 * list[2]) });
  }
  return {
    held,
    slipped,
    slides,
    tables: [
      {
        title: `Capstan: slip within ${CAPSTAN_SECONDS} s at ${CAPSTAN_SHARES[0]} and ${CAPSTAN_SHARES[1]} of the ratio that half a turn holds [mm]`,
        columns: [
          { heading: "μ" },
          { heading: "e^{μπ}", digits: 4 },
          ...capstanSides.flatMap((sides) =>
            CAPSTAN_SHARES.slice(0, 2).map((share) => ({ heading: `${sides} sides, ${share}`, digits: 2 })),
          ),
        ],
        rows,
      },
      knownTable(
        `Capstan: way within ${CAPSTAN_SECONDS} s at ${CAPSTAN_SHARES[2]} of that ratio [mm]`,
        "thread",
        capstanSides.map((sides) => `${sides} sides`),
        slides,
      ),
    ],
  };
}

async function measureTable(task: Task): Promise<{ held: number; errors: number[]; why: string[]; table: Findings["tables"][number] }> {
  const seconds = TABLE_SECONDS;
  const spacings = task.isQuick ? SPACINGS.slice(0, 2) : SPACINGS;
  let held = 0;
  const errors: number[] = [];
  const why: string[] = [];
  const rows: (string | number)[][] = [];
  const runs = TABLE_METHODS.flatMap((one, m) => spacings.map((spacing) => ({ ...one, m, spacing })));
  for (const [k, { method, speed, m, spacing }] of runs.entries()) {
    const ways: number[] = [];
    let known = 0;
    for (const [n, part] of OVERHANGS.entries()) {
      const timestep = spacing / speed;
      const { scene, load, length } = tableScene(part, spacing, { timestep, solver: { method } });
      const simulation = await createSimulation(scene);
      const last = 3 * simulation.particleCount - 2;
      const before = readPositions(simulation)[last];
      const at = (k + n / 2) / runs.length;
      await runSteps(simulation, Math.round(seconds / timestep), partOf(task, at, at + 0.5 / runs.length));
      ways.push(before - readPositions(simulation)[last]);
      known = slideOffTable(load, length, seconds);
    }
    held = Math.max(held, Math.abs(ways[0]));
    errors[m] = Math.abs(percentError(ways[1], known));
    why[m] =
      `It has sunk ${formatNumber(1000 * ways[1])} mm where its weight says ${formatNumber(1000 * known)}, at a spacing of ${1000 * spacing} mm: the particles have to be lifted over the rod and begin to slide late; how much either costs we have not measured.`;
    rows.push([method, spacing, 1000 * ways[0], 1000 * known, 1000 * ways[1], percentError(ways[1], known)]);
  }
  return {
    held,
    errors,
    why,
    table: {
      title: `Table: how far the free end sinks within ${seconds} s [mm]`,
      columns: [
        { heading: "method" },
        { heading: "spacing [m]" },
        { heading: `${OVERHANGS[0]} of the overhang`, digits: 2 },
        { heading: `${OVERHANGS[1]} of the overhang, known`, isPaper: true },
        { heading: `${OVERHANGS[1]} of the overhang` },
        { heading: "error [%]", digits: 2 },
      ],
      rows,
    },
  };
}

function distances(start: Float64Array, end: Float64Array): number[] {
  return Array.from({ length: start.length / 3 }, (_, i) => {
    const [x, y, z] = [0, 1, 2].map((c) => end[3 * i + c] - start[3 * i + c]);
    return Math.sqrt(x * x + y * y + z * z);
  });
}

function meanX(x: Float64Array): number {
  return mean(Array.from({ length: x.length / 3 }, (_, i) => x[3 * i]));
}
