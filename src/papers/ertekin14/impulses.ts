import { type ContactList, createContactList, FRICTION, LIMIT } from "../../contact/surfaces/contact-list.ts";
import { createRandom } from "../../core/random.ts";
import type { Vec3 } from "../../core/vec3.ts";
import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Picture, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { partOf, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";

/** Random contacts of each kind, quick and full. */
const COUNTS = [200, 2000];
/** How far from a node the interior point is [−]. */
const STEPS_TO_NODE = [1e-1, 1e-2, 1e-3, 1e-4];
const MASS = 0.01;
/** When the strips are looked at [steps of 1/120 s]. */
const SHOWN = 48;

/** Four vertices, first feature before second: a triangle and a point, or two edges. */
interface Pair {
  readonly x: readonly Vec3[];
  readonly v: readonly Vec3[];
  readonly masses: readonly number[];
  /** Signed weights, first −, second +. */
  readonly weights: readonly number[];
  /** From the first feature to the second. */
  readonly normal: Vec3;
}

/** Two crossing strips of cloth, one thrown at the other: points meet triangles, and edges meet edges. */
function stripsScene(self: boolean): SceneInput {
  const strip = (origin: Vec3, u: Vec3, v: Vec3): Record<string, unknown> => ({
    grid: { columns: 13, rows: 4, width: 0.6, height: 0.15, origin, u, v },
    fabric: "cotton",
    stretch: "free",
  });
  return {
    drape: 1,
    title: "Impulses between two strips",
    gravity: [0, 0, 0],
    timestep: 1 / 120,
    duration: 2,
    solver: { method: "implicit-euler", tolerance: 1e-4 },
    collision: { self, thickness: 0.004, friction: 0 },
    cloths: [
      strip([-0.3, 0, -0.075], [1, 0, 0], [0, 0, 1]),
      { ...strip([-0.075, 0.12, 0.3], [0, 0, -1], [1, 0, 0]), velocity: [0, -1, 0] },
    ],
    camera: { position: [0.7, 0.45, 0.9], target: [0, -0.1, 0] },
  };
}

export const impulses: Experiment = {
  paper: "ertekin14",
  name: "impulses",
  title: "Impulses of points, triangles and edges",
  place: "Section 6, after Bridson",
  claim:
    "Impulses that are weighted by barycentric coordinates give the right torques, are continuous across the boundaries of triangles, and become those of two particles where the interior points approach nodes.",
  setup: `${COUNTS.join(" (quick) or ")} random pairs of a point and a triangle and as many of two edges, that approach each other, with equal masses as in the paper and with masses up to ten times apart. The impulses are those that Drape solves contacts with; beside them the printed formulas, written out. The scene has the same on two strips of cloth.`,
  scene: {
    ...stripsScene(true),
    description: "A strip of cotton flies at another across it, in the void. With impulses between cloth and cloth they go on together.",
  },
  live: {
    knobs: [
      {
        label: "impulses",
        choices: [
          { name: "between cloth and cloth", set: { "collision.self": true } },
          { name: "none", set: { "collision.self": false } },
        ],
      },
      { label: "restitution", choices: [0, 0.5, 1].map((share) => ({ name: String(share), set: { "collision.restitution": share } })) },
    ],
    gauges: ["momentum", "kinetic", "strain", "speed"],
    look: "The strip that flies takes the other along; what one loses of its momentum the other has. Without impulses it passes through.",
  },
  seconds: { quick: 2, full: 2 },
  run,
};

async function run(task: Task): Promise<Findings> {
  await task.progress(0);
  const count = COUNTS[task.isQuick ? 0 : 1];
  const random = createRandom(14);
  const [equal, unequal] = [1, 10].map((spread) => Array.from({ length: 2 * count }, (_, n) => makePair(random, n % 2 === 0, spread)));
  const all = [...equal, ...unequal];
  const stopped = Math.max(...all.map((pair) => Math.abs(normalSpeed(pair, solve(pair))) / Math.abs(normalSpeed(pair, pair.v))));
  const momentum = Math.max(...all.map((pair) => relative(pair, solve(pair), (_, v) => v)));
  const torque = Math.max(...all.map((pair) => relative(pair, solve(pair), cross)));
  const printed = Math.max(...equal.map((pair) => distance(solve(pair), solvePrinted(pair))));
  const toNode = STEPS_TO_NODE.map((step) => Math.max(...equal.filter((_, n) => n % 2 === 0).map((pair) => offNode(pair, step))));
  const jumps = STEPS_TO_NODE.map((step) => Math.max(...equal.filter((_, n) => n % 2 === 0).map((pair) => jumpAcrossEdge(pair, step))));
  const last = STEPS_TO_NODE.length - 1;
  const pictures: Picture[] = [];
  for (const self of [true, false]) {
    const scene = stripsScene(self);
    const simulation = await createSimulation(scene);
    await runSteps(simulation, SHOWN, partOf(task, 0.2, 1));
    pictures.push(await takePicture(simulation, scene, { caption: self ? "with impulses" : "without" }));
  }
  const range = `${formatNumber(2 * count)} random pairs, half of them points and triangles and half edges`;
  return {
    verdicts: [
      {
        claim: "The impulses stop what approaches",
        range: `${range}, with equal masses and with masses up to 10 times apart`,
        quantity: "normal velocity that is left over that before, at most [−]",
        measured: stopped,
        holds: { atMost: 1e-12 },
        kind: "error",
        expected: "holds",
        why: `${formatNumber(stopped)} is left. The printed formulas are for equal masses; there ours differ from them by ${formatNumber(printed)} m/s at most, of velocities up to 1 m/s.`,
      },
      {
        claim: "They introduce appropriate torques for off-centre interactions",
        range: "the same pairs",
        quantity: "change of the angular momentum of the four vertices about the point of contact over Σ m |x| |Δv|, at most [−]",
        measured: torque,
        holds: { atMost: 1e-9 },
        differs: { atMost: 1e-3 },
        kind: "error",
        expected: "holds",
        why: `The angular momentum changes by ${formatNumber(torque)} and the momentum by ${formatNumber(momentum)} of what the impulses move: each vertex gets its share by the weight of the point on which the impulse acts.`,
      },
      {
        claim: "They are continuous across the boundaries of triangles",
        range: `${formatNumber(count)} points and triangles, equal masses, near an edge that the triangle shares with the next, which moves otherwise`,
        quantity: `largest difference of the velocities by either triangle at ${formatNumber(STEPS_TO_NODE[last])} from the edge (barycentric) over that at ${formatNumber(STEPS_TO_NODE[last - 1])} [−]; a tenth where it falls in proportion`,
        measured: jumps[last] / jumps[last - 1],
        holds: { atMost: 0.2 },
        differs: { atMost: 0.5 },
        kind: "error",
        expected: "holds",
        why: `The difference falls with the distance from the edge, ${jumps.map((value) => formatNumber(value)).join(", ")} m/s: the corner that the two do not share has a weight that ends at 0 there.`,
      },
      {
        claim: "They converge to the expected formulas where interior points approach mesh nodes",
        range: `${formatNumber(count)} points and triangles, equal masses, at distances of ${STEPS_TO_NODE.map((step) => formatNumber(step)).join(", ")} from a node (barycentric)`,
        quantity: `difference from the impulse of two particles at ${formatNumber(STEPS_TO_NODE[last])} over that at ${formatNumber(STEPS_TO_NODE[last - 1])} [−]; a tenth where it falls in proportion`,
        measured: toNode[last] / toNode[last - 1],
        holds: { atMost: 0.2 },
        differs: { atMost: 0.5 },
        kind: "error",
        expected: "holds",
        why: `The largest difference falls with the distance, ${toNode.map((value) => formatNumber(value)).join(", ")} m/s: ten times nearer, ten times less.`,
      },
    ],
    tables: [
      {
        title: "Towards a node and an edge, at most",
        columns: [
          { heading: "distance, barycentric" },
          { heading: "difference from two particles, at a node [m/s]" },
          { heading: "difference across an edge [m/s]" },
        ],
        rows: STEPS_TO_NODE.map((step, n) => [step, toNode[n], jumps[n]]),
      },
    ],
    pictures: [{ title: `Two strips after ${SHOWN / 120} s`, pictures }],
    plots: [
      {
        title: "Towards a node the impulses become those of two particles",
        x: { label: "distance from the node, barycentric", isLogarithmic: true },
        y: { label: "difference [m/s]", isLogarithmic: true },
        series: [{ name: "at most, ours", points: STEPS_TO_NODE.map((step, n) => [step, toNode[n]] as const), mark: "line" }],
      },
    ],
    reason:
      "An impulse I at a point of a feature is shared by its vertices as their weights; the point then moves by I Σβ²/m, which is all that the factor 2/(1 + w₁² + w₂² + w₃²) says. Shares by weight are a force at that point, so momentum and torque are right, at nodes and edges as well. The sign of I and the side of the normal, which the paper leaves open, belong together: n from the triangle to the point or from the first edge to the second, vₙ = n·(v₄ − Σ w v); with the other normal the impulse would pull.",
  };
}

/** A random pair that approaches, its first feature about the origin; `spread` is how far masses are apart at most. */
function makePair(random: () => number, isPoint: boolean, spread: number): Pair {
  const any = (): number => 2 * random() - 1;
  const share = (): number => 0.05 + 0.9 * random();
  const [a, b] = [share(), share()];
  const weights = isPoint ? [-a * b, -a * (1 - b), -(1 - a), 1] : [-(1 - a), -a, 1 - b, b];
  let pair: Pair;
  do {
    const x = Array.from({ length: 4 }, (): Vec3 => [any(), any(), any()]);
    const [p, q] = isPoint ? [minus(x[0], x[2]), minus(x[1], x[2])] : [minus(x[1], x[0]), minus(x[3], x[2])];
    const crossed = cross(p, q);
    const length = Math.sqrt(dot(crossed, crossed));
    const normal: Vec3 = [crossed[0] / length, crossed[1] / length, crossed[2] / length];
    // the second feature is moved so that its point lies on that of the first: they touch
    const gap = combine(x, weights);
    const placed = x.map((one, i): Vec3 => (weights[i] > 0 ? minus(one, gap) : one));
    const v = Array.from({ length: 4 }, (): Vec3 => [any(), any(), any()]);
    const masses = Array.from({ length: 4 }, () => MASS * (1 + (spread - 1) * random()));
    pair = { x: placed, v, masses, weights, normal };
  } while (normalSpeed(pair, pair.v) > -0.05);
  return pair;
}

/** The velocities after Drape's solve of one contact without friction. */
function solve({ v, masses, weights, normal }: Pair): Vec3[] {
  const contacts: ContactList = createContactList();
  const terms = new Float64Array(2);
  terms[LIMIT] = 0;
  terms[FRICTION] = 0;
  contacts.add(0, 1, 2, 3, Float64Array.of(...weights, ...normal), terms);
  const solved = Float64Array.from(v.flat());
  contacts.solve(
    Float64Array.from(masses, (m) => 1 / m),
    1,
    solved,
  );
  return v.map((_, i): Vec3 => [solved[3 * i], solved[3 * i + 1], solved[3 * i + 2]]);
}

/** As the paper prints it, for equal masses: Ĩ = 2I/Σβ², v += w (Ĩ/m) n for the first feature, v −= w (Ĩ/m) n for the second, I = m v_n/2. */
function solvePrinted(pair: Pair): Vec3[] {
  const { v, masses, weights, normal } = pair;
  const [m] = masses;
  const I = (m * normalSpeed(pair, v)) / 2;
  const adjusted = (2 * I) / weights.reduce((sum, w) => sum + w * w, 0);
  return v.map((one, i): Vec3 => {
    const [a, b, c] = normal.map((value) => (-weights[i] * adjusted * value) / m);
    return [one[0] + a, one[1] + b, one[2] + c];
  });
}

/** How far a solve with the interior point near the first corner is from that of the two particles alone [m/s]. */
function offNode(pair: Pair, step: number): number {
  const near = { ...pair, weights: [-(1 - step), -step / 2, -step / 2, 1] };
  const node = { ...pair, weights: [-1, 0, 0, 1] };
  return distance(solve(near), solve(node));
}

/**
 * The point comes to the edge of the first two corners from within the triangle, and from within the next one, whose third corner moves otherwise: how
 * far the velocities of the other three differ when it is `step` from the edge on either side [m/s].
 */
function jumpAcrossEdge(pair: Pair, step: number): number {
  const share = pair.weights[0] / (pair.weights[0] + pair.weights[1]);
  const weights = [-share * (1 - step), -(1 - share) * (1 - step), -step, 1];
  const [a, b, c, d] = pair.v;
  const beyond: Pair = { ...pair, weights, v: [a, b, [-c[1], c[2], -c[0]], d] };
  const [here, there] = [solve({ ...pair, weights }), solve(beyond)];
  return distance([here[0], here[1], here[3]], [there[0], there[1], there[3]]);
}

function normalSpeed({ weights, normal }: Pair, v: readonly Vec3[]): number {
  return dot(combine(v, weights), normal);
}

/** The change of Σ m f(x, v) about the point of contact, over the sizes of its parts. */
function relative({ x, v, masses, weights }: Pair, after: readonly Vec3[], f: (x: Vec3, v: Vec3) => Vec3): number {
  const middle = combine(
    x,
    weights.map((w) => Math.max(0, w)),
  );
  const total = [0, 0, 0];
  let size = 0;
  for (const [i, m] of masses.entries()) {
    const change = f(minus(x[i], middle), minus(after[i], v[i]));
    for (let c = 0; c < 3; c++) {
      total[c] += m * change[c];
      size += m * Math.abs(change[c]);
    }
  }
  return Math.max(...total.map((value) => Math.abs(value))) / size;
}

function combine(vectors: readonly Vec3[], weights: readonly number[]): Vec3 {
  const sum: [number, number, number] = [0, 0, 0];
  for (const [i, one] of vectors.entries()) for (let c = 0; c < 3; c++) sum[c] += weights[i] * one[c];
  return sum;
}

function distance(a: readonly Vec3[], b: readonly Vec3[]): number {
  return Math.max(...a.flatMap((one, i) => one.map((value, c) => Math.abs(value - b[i][c]))));
}

function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
