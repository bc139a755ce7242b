import { createContactList, FRICTION, LIMIT } from "../../contact/surfaces/contact-list.ts";
import { createRepulsion, type RepulsionSpec } from "../../contact/surfaces/repulsion.ts";
import type { Vec3 } from "../../core/vec3.ts";
import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Picture, Series, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { partOf, readPositions, readVelocities, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";

const SIDE = 5;
const LAYERS = 3;
const THICKNESS = 0.01;
/** How far the layers are apart at the start [m]: pressed together. */
const PRESSED = 0.003;
const RATE = 60;
const STEPS = 90;
const K = 10;

interface Kind {
  readonly title: string;
  readonly repulsion?: RepulsionSpec;
}

const KINDS: readonly Kind[] = [
  { title: "a spring of 10⁻⁵ N/m: none", repulsion: { stiffness: 1e-5, cap: "corrected" } },
  { title: `repulsion, ${K} N/m`, repulsion: { stiffness: K, cap: "corrected" } },
  { title: "the cap as printed", repulsion: { stiffness: K, cap: "printed" } },
  { title: "shift, Drape's own" },
];

/** Layers of cloth on a floor, packed closer than their thickness. */
function stackScene({ repulsion }: Kind): SceneInput {
  return {
    drape: 1,
    title: "Repulsion between layers",
    timestep: 1 / RATE,
    duration: STEPS / RATE,
    solver: { method: "implicit-euler", tolerance: 1e-4 },
    colliders: [{ plane: { point: [0, 0, 0], normal: [0, 1, 0] } }],
    collision: { self: true, thickness: THICKNESS, friction: 0.3, ...(repulsion && { repulsion }) },
    cloths: Array.from({ length: LAYERS }, (_, layer) => ({
      grid: {
        columns: SIDE,
        rows: SIDE,
        width: 0.2,
        height: 0.2,
        origin: [0.004 * layer, THICKNESS + layer * PRESSED, 0.003 * layer] as const,
        v: [0, 0, 1] as const,
      },
      fabric: { base: "cotton" as const, damping: 0.2 },
      stretch: "free" as const,
    })),
    camera: { position: [0.3, 0.09, 0.45], target: [0.105, 0.015, 0.105] },
    floor: 0,
  };
}

export const selfRepulsion: Experiment = {
  paper: "ertekin14",
  name: "self-repulsion",
  title: "Elastic repulsion between layers",
  place: "Section 6, after Bridson and Selle",
  claim:
    "Pairs that are nearer than the thickness are pushed apart by a spring of stiffness k, Iᵣ = −min(Δt k d, m(0.1 d/Δt − vₙ)), d = h − (x₄ + w₁x₁ − w₂x₂ − w₃x₃)·n.",
  setup: `${LAYERS} layers of cotton, ${SIDE} × ${SIDE}, ${1000 * THICKNESS} mm thick, are packed ${1000 * PRESSED} mm apart on a floor, in steps of 1/${RATE} s. The inelastic impulses stop what approaches; repulsion (collision.repulsion) pushes, with the cap that is meant or the printed one, in place of the shift of positions by which Drape makes up for thickness otherwise. One point over a triangle is pushed alone, for the formulas.`,
  scene: {
    ...stackScene(KINDS[1]),
    description: "Three layers of cotton, packed to a third of their thickness, are pushed apart by springs between them.",
  },
  live: {
    knobs: [
      {
        label: "stiffness k [N/m]",
        choices: [0.001, 0.1, K].map((stiffness) => ({ name: String(stiffness), set: { "collision.repulsion.stiffness": stiffness } })),
        start: 2,
      },
      {
        label: "cap",
        choices: (["corrected", "printed"] as const).map((cap) => ({ name: cap, set: { "collision.repulsion.cap": cap } })),
      },
    ],
    gauges: ["speed", "kinetic", "penetration", "ms"],
    look: "The stack swells by a tenth of what it lacks in each step; as printed by a fifth, with more than twice the speed. A spring that is too soft leaves it packed.",
  },
  seconds: { quick: 5, full: 5 },
  run,
};

async function run(task: Task): Promise<Findings> {
  const found: Swelling[] = [];
  for (const [n, kind] of KINDS.entries()) found.push(await swell(kind, partOf(task, n / KINDS.length, (n + 1) / KINDS.length)));
  const [none, corrected, printed, shift] = found;
  const end = (one: Swelling): number => one.gaps[one.gaps.length - 1][1] / (1000 * THICKNESS);
  const lack = 0.004;
  const parts = (cap: RepulsionSpec["cap"]): number => (push(lack, cap) / lack) * (1 / RATE);
  const [away, near] = [printedLack([0, 1, 0]), printedLack([0, 0, 0])];
  const tenth = geometricRecovery(corrected.gaps.map(([time]) => time));
  return {
    verdicts: [
      {
        claim: "Elastic repulsion pushes pairs further apart",
        range: `${LAYERS} layers packed to ${formatNumber(PRESSED / THICKNESS)} of their thickness, k = ${K} N/m, ${STEPS} steps of 1/${RATE} s`,
        quantity: "mean distance of the layers at the end over their thickness [−]",
        measured: end(corrected),
        holds: { atLeast: 0.95 },
        differs: { atLeast: 0.6 },
        kind: "motion",
        expected: "holds",
        why: `It goes from ${formatNumber(PRESSED / THICKNESS)} to ${formatNumber(end(corrected))}; with next to no spring it stays at ${formatNumber(end(none))}, because impulses that stop what approaches do not push. No two triangles pass through each other (${Math.max(...found.map((one) => one.intersections))} pairs).`,
      },
      {
        claim: "The impulse is limited so that a step makes up for a tenth of the lack",
        range: `one point at rest over a triangle, equal masses, ${1000 * lack} of ${1000 * THICKNESS} mm missing, a stiff spring, the cap as printed`,
        quantity: "way in a step over the lack [−]",
        paper: 0.1,
        measured: parts("printed"),
        holds: { atLeast: 0.099, atMost: 0.101 },
        differs: { atLeast: 0.08, atMost: 0.12 },
        kind: "error",
        expected: "does not hold",
        why: `The printed m(0.1 d/Δt − vₙ) moves them by ${formatNumber(parts("printed"))} of the lack: both sides get I, so that vₙ changes by 2I/m. With m/2 it is ${formatNumber(parts("corrected"))}.`,
      },
      {
        claim: "The printed d is what is missing of the thickness",
        range: "the same pair, at the origin and 1 m above it",
        quantity: "change of d when the pair is moved by 1 m along the normal [m]",
        measured: Math.abs(away - near),
        holds: { atMost: 1e-9 },
        kind: "error",
        expected: "does not hold",
        why: `d is ${formatNumber(1000 * near)} mm at the origin and ${formatNumber(1000 * away)} mm above it: w₁x₁ has the wrong sign. With x₄ − w₁x₁ − w₂x₂ − w₃x₃ it is ${formatNumber(1000 * lack)} mm in both places.`,
      },
      {
        claim: "As printed, the layers are pushed harder",
        from: "ours",
        range: `the same stack, k = ${K} N/m`,
        quantity: "fastest rise of a particle, the printed cap over the corrected [−]",
        measured: printed.speed / corrected.speed,
        holds: { atLeast: 1.5 },
        differs: { atLeast: 1.1 },
        kind: "motion",
        expected: "holds",
        why: `${formatNumber(printed.speed)} m/s against ${formatNumber(corrected.speed)}; by the shift of positions it is ${formatNumber(shift.speed)}.`,
      },
    ],
    tables: [
      {
        title: `Layers of ${1000 * THICKNESS} mm, packed ${1000 * PRESSED} mm apart`,
        columns: [
          { heading: "how they part" },
          { heading: `apart after ${STEPS / RATE} s [mm]` },
          { heading: "after 0.25 s [mm]" },
          { heading: "fastest rise [m/s]" },
          { heading: "intersections" },
        ],
        rows: found.map(({ title, gaps, speed, intersections }) => [
          title,
          gaps[gaps.length - 1][1],
          gaps[RATE / 4 - 1][1],
          speed,
          intersections,
        ]),
      },
    ],
    pictures: [{ title: `After ${STEPS / RATE} s`, pictures: found.map(({ picture }) => picture) }],
    plots: [
      {
        title: "Mean distance of the layers: a tenth of the lack a step, or a fifth as printed",
        x: { label: "time [s]" },
        y: { label: "distance [mm]" },
        series: [
          ...found.map(({ title, gaps }): Series => ({ name: title, points: gaps, mark: "line" })),
          {
            name: "a tenth of the lack a step",
            points: tenth,
            mark: "line",
            isTruth: true,
          },
        ],
      },
    ],
    reason: `Where a spring would push more than the cap allows, the cap rules and the stiffness does not matter. Layers of a stack push each other in turn, one contact after the other, so the stack swells a little slower than one pair would. Drape's own shift aims at a fifth of the lack in each contact; in the stack the layers are ${formatNumber(shift.gaps[RATE / 4 - 1][1])} mm apart after 0.25 s, where a tenth of the lack a step gives ${formatNumber(tenth[RATE / 4 - 1][1])}. It adds to no velocity, so where the velocities come from that are measured with it is not known here.`,
  };
}

/** What is left to the thickness falls by a tenth in each step [s, mm]. */
function geometricRecovery(times: readonly number[]): [number, number][] {
  let lack = THICKNESS - PRESSED;
  return times.map((time) => {
    lack *= 0.9;
    return [time, 1000 * (THICKNESS - lack)];
  });
}

interface Swelling {
  readonly title: string;
  /** Mean distance of neighbouring layers, by time [mm]. */
  readonly gaps: [number, number][];
  /** The fastest rise of a particle [m/s]. */
  readonly speed: number;
  readonly intersections: number;
  readonly picture: Picture;
}

async function swell(kind: Kind, task: Task): Promise<Swelling> {
  const scene = stackScene(kind);
  const simulation = await createSimulation(scene);
  const count = SIDE * SIDE;
  const gaps: [number, number][] = [];
  let [speed, intersections] = [0, 0];
  const height = (x: Float64Array, layer: number): number => {
    let sum = 0;
    for (let i = layer * count; i < (layer + 1) * count; i++) sum += x[3 * i + 1];
    return sum / count;
  };
  await runSteps(simulation, STEPS, task, (step) => {
    const [x, v] = [readPositions(simulation), readVelocities(simulation)];
    for (let c = 1; c < v.length; c += 3) speed = Math.max(speed, v[c]);
    gaps.push([simulation.time, (1000 * (height(x, LAYERS - 1) - height(x, 0))) / (LAYERS - 1)]);
    if (step % 15 === 0) intersections = Math.max(intersections, simulation.view.inspect().intersections);
  });
  const picture = await takePicture(simulation, scene, { caption: kind.title, width: 250, height: 190 });
  return { title: kind.title, gaps, speed, intersections, picture };
}

/** A triangle and a point above its middle, as the paper numbers them. */
const WEIGHTS = [1 / 3, 1 / 3, 1 / 3] as const;

/** How fast a point at rest over a triangle parts from it after a stiff push [m/s]; masses of 1 kg. */
function push(lack: number, cap: RepulsionSpec["cap"]): number {
  const contacts = createContactList();
  const terms = new Float64Array(2);
  terms[LIMIT] = 0;
  terms[FRICTION] = 0;
  contacts.add(0, 1, 2, 3, Float64Array.of(...WEIGHTS.map((w) => -w), 1, 0, 1, 0), terms);
  const repulsion = createRepulsion({ stiffness: 1e6, cap });
  repulsion.lack[0] = lack;
  repulsion.note(0);
  const v = new Float64Array(12);
  repulsion.apply(contacts, 1, new Float64Array(4).fill(1), 1 / RATE, v);
  return v[10] - (v[1] + v[4] + v[7]) / 3;
}

/** d as the paper prints it, of a pair that lacks 4 mm, moved by so much [m]. */
function printedLack(moved: Vec3): number {
  const corners: readonly Vec3[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 0, 1],
  ];
  const heights = corners.map((corner) => corner[1] + moved[1]);
  const point = THICKNESS - 0.004 + moved[1];
  return THICKNESS - (point + WEIGHTS[0] * heights[0] - WEIGHTS[1] * heights[1] - WEIGHTS[2] * heights[2]);
}
