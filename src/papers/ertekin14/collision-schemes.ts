import { CONTACT_DISTANCE, CONTACT_SIZE, closestToTriangle } from "../../contact/surfaces/closest-points.ts";
import { cos, sin } from "../../core/trig.ts";
import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Picture, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { partOf, readPositions } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";

const RADIUS = 0.3;
const THICKNESS = 0.005;
/** Vertices a side, quick and full. */
const SIDES = [13, 25];
const STEPS = 120;
const RATE = 60;
/** So many steps apart the cloth is looked at. */
const STRIDE = 10;

interface Scheme {
  readonly title: string;
  readonly body: Record<string, unknown>;
  readonly self: boolean;
}

/** The CollisionGrid reaches so far from the middle [m], with so many points a side. */
const REACH = 0.9;
const POINTS = 91;
const FLOOR = -0.6;

/** The upper half of the ball as heights over the floor. */
function heights(): number[][] {
  const spacing = (2 * REACH) / (POINTS - 1);
  return Array.from({ length: POINTS }, (_, row) =>
    Array.from({ length: POINTS }, (_, column) => {
      const [x, z] = [column * spacing - REACH, row * spacing - REACH];
      const under = RADIUS * RADIUS - x * x - z * z;
      return under > 0 ? Math.sqrt(under) : FLOOR;
    }),
  );
}

/** The ball as triangles. */
function ballMesh(rows: number, columns: number): Record<string, unknown> {
  const positions: number[][] = [
    [0, RADIUS, 0],
    [0, -RADIUS, 0],
  ];
  const triangles: number[][] = [];
  const vertex = (row: number, column: number): number => (row === 0 ? 0 : row === rows ? 1 : 2 + (row - 1) * columns + (column % columns));
  for (let row = 1; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [theta, phi] = [(Math.PI * row) / rows, (2 * Math.PI * column) / columns];
      positions.push([RADIUS * sin(theta) * cos(phi), RADIUS * cos(theta), RADIUS * sin(theta) * sin(phi)]);
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [a, b] = [vertex(row, column), vertex(row, column + 1)];
      const [c, d] = [vertex(row + 1, column), vertex(row + 1, column + 1)];
      if (a !== b) triangles.push([a, b, d]);
      if (c !== d) triangles.push([a, d, c]);
    }
  }
  return { positions, triangles };
}

const BALL = ballMesh(16, 32);
const SPHERE = { sphere: { center: [0, 0, 0], radius: RADIUS } };
const GRID = {
  heightField: { origin: [-REACH, 0, -REACH], spacing: (2 * REACH) / (POINTS - 1), heights: heights() },
};
const SCHEMES: readonly Scheme[] = [
  { title: "position alteration", body: SPHERE, self: false },
  { title: "… and impulses between cloth", body: SPHERE, self: true },
  { title: "impulses, ball of triangles", body: { mesh: BALL }, self: true },
  { title: "CollisionGrid", body: GRID, self: false },
];

function ballScene({ title, body, self }: Scheme, side: number): SceneInput {
  return {
    drape: 1,
    title: `Collision: ${title}`,
    timestep: 1 / RATE,
    duration: STEPS / RATE,
    solver: { method: "implicit-euler", tolerance: 1e-3 },
    colliders: [body],
    collision: { self, thickness: THICKNESS, friction: 0.3 },
    cloths: [
      {
        grid: { columns: side, rows: side, width: 1.2, height: 1.2, origin: [-0.58, 0.35, -0.61], v: [0, 0, 1] },
        fabric: "cotton",
      },
    ],
    camera: { position: [1, 0.7, 1.3], target: [0, -0.12, 0] },
  };
}

export const collisionSchemes: Experiment = {
  paper: "ertekin14",
  name: "collision-schemes",
  title: "Collision schemes compared",
  place: "Section 6",
  claim:
    "Position alteration works in general at low resolution but has problems in some cases; impulses between points, triangles and edges keep cloth from passing through itself; a height field approximates bodies along one axis only.",
  setup: `A sheet of cotton, ${SIDES.map((side) => `${side} × ${side}`).join(" (quick) or ")}, falls on a ball: by position alteration at a sphere; the same with impulses between cloth and cloth; with impulses at a ball of ${(BALL.triangles as unknown[]).length} triangles; and by Neal's CollisionGrid, heights of the upper half of the ball and of a floor on ${POINTS} × ${POINTS} points. The checker, which shares no code with contact, counts after every ${STRIDE} steps.`,
  scene: {
    ...ballScene(SCHEMES[1], SIDES[1]),
    title: "Collision with impulses between cloth",
    description:
      "A sheet of cotton falls on a ball, with impulses where cloth meets cloth. Without them (collision.self) it passes through itself.",
  },
  seconds: { quick: 9, full: 25 },
  run,
};

interface Outcome {
  readonly intersections: number;
  /** Vertices under the surface of the ball, at most [m]: in its upper half, and anywhere. */
  readonly upper: number;
  readonly anywhere: number;
  /** The deepest point of any triangle under the surface [m]. */
  readonly facets: number;
  readonly milliseconds: number;
}

async function run(task: Task): Promise<Findings> {
  const found: Outcome[] = [];
  const pictures: Picture[] = [];
  const [coarse, fine] = SIDES;
  for (const [n, scheme] of SCHEMES.entries()) {
    const part = partOf(task, (0.9 * n) / SCHEMES.length, (0.9 * (n + 1)) / SCHEMES.length);
    const { outcome, picture } = await drop(scheme, task.isQuick ? coarse : fine, part);
    found.push(outcome);
    pictures.push(picture);
  }
  // what is said of low resolution is looked at there
  const low = task.isQuick ? found[0] : (await drop(SCHEMES[0], coarse, partOf(task, 0.9, 1))).outcome;
  const [altered, self, mesh, grid] = found;
  return {
    verdicts: [
      {
        claim: "Position alteration keeps cloth out of the body",
        quantity: "deepest vertex under the sphere [mm]",
        measured: 1000 * altered.anywhere,
        holds: { atMost: 0.1 },
        differs: { atMost: 1000 * THICKNESS },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: "At low resolution it has problems: the body shows between the particles",
        quantity: `deepest point of a triangle under the sphere, ${coarse} × ${coarse} vertices [mm]`,
        measured: 1000 * low.facets,
        holds: { atLeast: 0.1 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: "Alone it has problems: cloth passes through itself",
        quantity: "pairs of triangles that pass through each other, at most [−]",
        measured: altered.intersections,
        holds: { atLeast: 1 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: "Impulses between points, triangles and edges prevent that",
        quantity: "pairs of triangles that pass through each other, with either body [−]",
        measured: Math.max(self.intersections, mesh.intersections),
        holds: { atMost: 0 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: "The CollisionGrid approximates the body where it faces the axis",
        quantity: "deepest vertex under the upper part of the ball [mm]",
        measured: 1000 * grid.upper,
        holds: { atMost: 2 },
        differs: { atMost: 10 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: "Position alteration is cheaper than impulses",
        quantity: "time of a step with impulses between cloth over that without [−]",
        measured: self.milliseconds / altered.milliseconds,
        holds: { atLeast: 1 },
        kind: "time",
        expected: "holds",
        why: `A step took ${formatNumber(self.milliseconds)} ms with impulses and ${formatNumber(altered.milliseconds)} without; where cloth passes through itself its springs are pulled about and the solve takes longer.`,
      },
    ],
    tables: [
      {
        title: `Over ${STEPS / RATE} s`,
        columns: [
          { heading: "scheme" },
          { heading: "intersections, at most" },
          { heading: "deepest vertex, upper part [mm]" },
          { heading: "deepest vertex [mm]" },
          { heading: "deepest point of a triangle [mm]" },
          { heading: "ms a step", digits: 2 },
        ],
        rows: found.map((one, n) => [
          SCHEMES[n].title,
          one.intersections,
          1000 * one.upper,
          1000 * one.anywhere,
          1000 * one.facets,
          one.milliseconds,
        ]),
      },
    ],
    pictures: [{ title: `After ${STEPS / RATE} s`, pictures }],
    plots: [],
    reason:
      "Our position alteration follows each particle over its whole step, so even a fast one is caught; what it cannot see is cloth against cloth. The impulses are Bridson's, with the corrections that the paper's formulas need (their signs, the factor of the repulsion) and a continuous test. Heights have one value over each place: the ball stands on a pillar there. A grid that ends beside the ball is worse: cloth that swings in under it counts as deep inside, and the run is lost.",
  };
}

/** A sheet falls on the ball. */
async function drop(scheme: Scheme, side: number, task: Task): Promise<{ outcome: Outcome; picture: Picture }> {
  const scene = ballScene(scheme, side);
  const simulation = await createSimulation(scene);
  let [intersections, upper, anywhere, facets, milliseconds] = [0, 0, 0, 0, 0];
  for (let step = 0; step < STEPS; step++) {
    const from = performance.now();
    simulation.step();
    milliseconds += performance.now() - from;
    if ((step + 1) % STRIDE !== 0) continue;
    await task.progress(step / STEPS);
    intersections = Math.max(intersections, simulation.view.inspect().intersections);
    const x = readPositions(simulation);
    for (let i = 0; i < x.length; i += 3) {
      const depth = RADIUS - Math.sqrt(x[i] * x[i] + x[i + 1] * x[i + 1] + x[i + 2] * x[i + 2]);
      anywhere = Math.max(anywhere, depth);
      if (x[i + 1] > 0.5 * RADIUS) upper = Math.max(upper, depth);
    }
    facets = Math.max(facets, facetDepth(x, simulation.triangles));
  }
  return {
    outcome: { intersections, upper, anywhere, facets, milliseconds: milliseconds / STEPS },
    picture: await takePicture(simulation, scene, { caption: scheme.title, width: 250, height: 230 }),
  };
}

/** How deep the triangles of a cloth reach into the ball, whose middle is the origin [m]; 0 where none does. */
function facetDepth(x: Float64Array, triangles: Uint32Array): number {
  const toMiddle = new Float64Array(9);
  const contact = new Float64Array(CONTACT_SIZE);
  let deepest = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 9; c++) toMiddle[c] = -x[3 * triangles[t + Math.floor(c / 3)] + (c % 3)];
    closestToTriangle(toMiddle, contact);
    deepest = Math.max(deepest, RADIUS - Math.abs(contact[CONTACT_DISTANCE]));
  }
  return deepest;
}
