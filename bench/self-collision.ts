/**
 * Milliseconds of contact in a step of a sheet that falls on its edge and folds onto itself, in simulations: `contact` is the whole stage of the
 * step. Its parts are those of the same states taken one by one: `search` finds what may come near on the way; `near`
 * makes contacts of what is close; `respond` solves them and tests the way. `growth` is the time over that of n log n from the
 * smallest sheet. `strain` is the largest of the whole fall: solved to 1e-2 the sheet is torn as it lands, whatever the precision, and how it lies afterwards is
 * chance; finer sheets then touch at more places. So growth is read from `fold`: a step of one and the same fold at every size, in which every layer lies on the
 * next and is pressed on it. The thickness follows the edges of the mesh, or finer sheets would also have more neighbours within reach.
 *    npm run bench -- self-collision [VERTICES…] [steps=20] [millimetres=1] [tolerance=0.01]
 * with the thickness of the sheet of 5,929 vertices; steps=0 leaves the fall out.
 */

import { loadContactKernels } from "../src/contact/load-contact-kernels.ts";
import { createBroadPhase } from "../src/contact/search/broad-phase.ts";
import { createCollisionMesh } from "../src/contact/search/collision-mesh.ts";
import { createPairList } from "../src/contact/search/pair-list.ts";
import { createClothContact } from "../src/contact/surfaces/cloth-contact.ts";
import { SLACK } from "../src/contact/surfaces/contact-pairs.ts";
import { REACH } from "../src/contact/surfaces/near-contacts.ts";
import { createSurfaces } from "../src/contact/surfaces/surfaces.ts";
import { minAndMedian } from "../src/core/time-runs.ts";
import { createSimulation, type SceneInput } from "../src/index.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

const kernels = await loadContactKernels();
const { words, numbers } = readArguments({ steps: 20, millimetres: 1, tolerance: 1e-2 });
const { tolerance } = numbers;
/** The same share of the edges at every size [m], 1 mm of 13: cloth that is thicker than its triangles touches itself wherever it is bent. */
const thicknessOf = (side: number): number => ((numbers.millimetres / 1000) * 76) / (side - 1);
const H = 1 / 60;
const ROUNDS = 3;
/** The sheet has folded several times by then [s]. */
const FOLDED = 1;

/** A sheet of 1 m that stands on its edge, a little bent, above the floor. */
function fallingSheet(side: number): SceneInput {
  return {
    drape: 1,
    timestep: H,
    solver: { method: "implicit-euler", tolerance, velocityTolerance: tolerance },
    cloths: [
      {
        grid: {
          columns: side,
          rows: side,
          width: 1,
          height: 1,
          origin: [-0.5, 1.02, 0.1],
          u: [1, 0, 0.2],
          v: [0.02, -1, 0.05],
        },
        fabric: "cotton",
      },
    ],
    colliders: [{ plane: {} }],
    collision: { self: true, thickness: thicknessOf(side), friction: 0.3 },
  };
}

interface Frame {
  readonly x: Float64Array;
  readonly v: Float64Array;
}

/** The parts of contact on recorded states, each followed by free flight: medians. */
function timeParts(
  triangles: Uint32Array,
  frames: readonly Frame[],
): Record<"search" | "near" | "respond" | "whole" | "pairs" | "contacts", number> {
  const { x } = frames[0];
  const count = x.length / 3;
  const mass = 0.15 / count;
  const mesh = createCollisionMesh(count, triangles);
  const cloth = {
    thickness: new Float64Array(count).fill(thicknessOf(Math.sqrt(count))),
    friction: new Float64Array(count).fill(0.3),
  };
  const surfaces = createSurfaces(mesh, cloth, [], x);
  const contact = createClothContact(mesh, surfaces, { restitution: 0, self: true, broadPhase: "tree", kernels });
  const broadPhase = createBroadPhase(mesh, "tree", {}, kernels);
  const pairs = createPairList();
  const inverseMass = new Float64Array(count).fill(1 / mass);
  const times: number[][] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    for (const frame of frames) {
      const v = frame.v.slice();
      const end = frame.x.map((value, c) => value + H * (v[c] - (c % 3 === 1 ? 9.81 * H : 0)));
      const clock = [performance.now()];
      const lap = (): number => clock.push(performance.now());
      broadPhase.findMeeting(frame.x, end, REACH * surfaces.greatestGap, SLACK * surfaces.greatestGap, pairs);
      lap();
      contact.begin(frame.x, v, inverseMass, H); // a step after others has its pairs from the last one
      lap();
      contact.begin(frame.x, v, inverseMass, H);
      lap();
      contact.correct(frame.x, end, v, inverseMass, H);
      lap();
      const [search, , near, correct] = clock.slice(1).map((time, k) => time - clock[k]);
      times[0].push(search);
      times[1].push(near);
      times[2].push(correct - search);
      times[3].push(near + correct);
    }
  }
  const [search, near, respond, whole] = times.map((list) => minAndMedian(list)[1]);
  return {
    search,
    near,
    respond,
    whole,
    pairs: pairs.pointTriangles.count + pairs.edgeEdges.count,
    contacts: contact.contactCount,
  };
}

/** The sheet in four folds of 25 cm, 1.5 thicknesses apart on average, drawn by a formula; it falls, sways and is pressed together by half in a step. */
function foldedSheet(side: number): Frame {
  const gap = 1.5 * thicknessOf(side);
  const x = new Float64Array(3 * side * side);
  const v = new Float64Array(x.length);
  for (let i = 0; i < side * side; i++) {
    const [along, across] = [(i % side) / (side - 1), Math.floor(i / side) / (side - 1)];
    const height = 4 * gap * along;
    x.set([0.25 * Math.abs(((4 * along) % 2) - 1), height, across], 3 * i);
    v.set([0.5 * Math.sin(3 * across), (-0.5 * height) / H - 1, 0.2 * along], 3 * i);
  }
  return { x, v };
}

const sizes = words.length > 0 ? words.map(Number) : [1000, 6000, 20000, 50000];
const rows: Row[] = [];
let unit = 0;
let foldUnit = 0;
for (const size of sizes) {
  const side = Math.round(Math.sqrt(size));
  const simulation = await createSimulation(fallingSheet(side));
  let strain = 0;
  const step = (): void => {
    simulation.step();
    strain = Math.max(strain, simulation.view.measure().strainMax);
  };
  while (numbers.steps > 0 && simulation.time < FOLDED - (numbers.steps + 0.5) * H) step();
  const frames: Frame[] = [];
  const times: number[] = [];
  const solves: number[] = [];
  let contacts = 0;
  for (let n = 0; n < numbers.steps; n++) {
    const frame = { x: new Float64Array(3 * side * side), v: new Float64Array(3 * side * side) };
    simulation.readPositions(frame.x);
    simulation.readVelocities(frame.v);
    frames.push(frame);
    step();
    times.push(simulation.profile.collide);
    solves.push(simulation.profile.forces + simulation.profile.solve);
    contacts = Math.max(contacts, simulation.view.measure().contacts);
  }
  const work = side * side * Math.log(side * side);
  const fold = timeParts(simulation.triangles, Array(5).fill(foldedSheet(side)));
  foldUnit ||= fold.whole / work;
  const folded = {
    fold: fold.whole.toFixed(1),
    "of that search": fold.search.toFixed(1),
    "near ": fold.near.toFixed(1),
    "respond ": fold.respond.toFixed(1),
    "pairs a vertex": (fold.pairs / (side * side)).toFixed(2),
    "contacts a vertex": (fold.contacts / (side * side)).toFixed(2),
    "µs a contact": ((1000 * fold.whole) / fold.contacts).toFixed(1),
    "fold's growth": (fold.whole / work / foldUnit).toFixed(2),
  };
  if (frames.length === 0) {
    rows.push({ vertices: side * side, ...folded });
    continue;
  }
  const { search, near, respond } = timeParts(simulation.triangles, frames);
  const [least, contact] = minAndMedian(times);
  unit ||= contact / work;
  rows.push({
    vertices: side * side,
    contacts,
    strain: strain.toFixed(2),
    search: search.toFixed(1),
    near: near.toFixed(1),
    respond: respond.toFixed(1),
    contact: contact.toFixed(1),
    least: least.toFixed(1),
    solve: minAndMedian(solves)[1].toFixed(1),
    growth: (contact / work / unit).toFixed(2),
    ...folded,
    intersections: simulation.view.inspect().intersections,
  });
}
publish(
  "self-collision",
  `implicit-euler tolerance ${tolerance} velocityTolerance ${tolerance}, thickness ${numbers.millimetres} mm at 5,929 vertices`,
  rows,
);
