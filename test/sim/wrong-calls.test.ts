import { beforeAll, describe, expect, test } from "vitest";
import * as core from "../../src/core.ts";
import * as files from "../../src/files.ts";
import { computeNormals, createSimulation, InputError, parseScene, type SceneInput, type Simulation } from "../../src/index.ts";
import * as surface from "../../src/surface.ts";
import { createClothMesh, createRenderMesh } from "../../src/three/index.ts";

const SCENE: SceneInput = {
  drape: 1,
  cloths: [{ grid: { columns: 4, rows: 4, width: 1, height: 1 } }],
  colliders: [
    { name: "ball", sphere: { center: [9, 9, 9], radius: 0.1 } },
    {
      name: "sheet",
      mesh: {
        positions: [
          [8, 8, 8],
          [9, 8, 8],
          [8, 9, 8],
        ],
        triangles: [[0, 1, 2]],
      },
    },
  ],
};

let simulation: Simulation;
beforeAll(async () => {
  simulation = await createSimulation(SCENE);
  simulation.edit.grab(3, [1, 0, 0]);
  simulation.update(0.021);
});

/** What a call is given that a type does not allow. */
const wrong = (value: unknown): never => value as never;
const room = (length: number): Float64Array => new Float64Array(length);
const NaNs = [Number.NaN, 0, 0] as const;

type Call = readonly [call: string, make: () => unknown, message: string];

/** Calls of a running simulation. */
const RUNNING: readonly Call[] = [
  ["step(0)", () => simulation.step(0), "h: got 0; give a time step above 0 s"],
  ["step of a word", () => simulation.step(wrong("0.01")), 'h: got "0.01"; give a time step above 0 s'],
  ["update of nothing", () => simulation.update(wrong(undefined)), "seconds: got nothing; give the time since the last frame [s]"],
  ["update of a bigint", () => simulation.update(wrong(1n)), "seconds: got 1n; give"],
  ["update with a number for options", () => simulation.update(0.1, wrong(8)), "options: got 8; give an object { … }"],
  ["update with null", () => simulation.update(0.1, wrong(null)), "options: got null; give an object"],
  ["update with no steps", () => simulation.update(0.1, { maxSteps: 0 }), "options.maxSteps: got 0; give a whole number of at least 1"],
  ["on of no event", () => simulation.on(wrong("cut"), () => {}), 'event: got "cut"; give one of unstable, tear'],
  ["on without a listener", () => simulation.on("tear", wrong(null)), "listener: got null; give a function"],
  [
    "readPositions of nothing",
    () => simulation.readPositions(wrong(undefined)),
    "out: got nothing; give a Float32Array or Float64Array of 48",
  ],
  [
    "readPositions of a list",
    () => simulation.readPositions(wrong(new Array(48))),
    "out: got a list of 48; give a Float32Array or Float64Array",
  ],
  ["readPositions of too few", () => simulation.readPositions(room(47)), "out: got 47 numbers; give an array of 48, three a vertex"],
  [
    "readPositions of bytes",
    () => simulation.readPositions(wrong(new Uint8Array(48))),
    "out: got a typed array; give a Float32Array or Float64Array",
  ],
  ["readVelocities of too many", () => simulation.readVelocities(room(49)), "out: got 49 numbers; give"],
  ["setWind of null", () => simulation.setWind(wrong(null)), "wind: got null; give an object"],
  ["setWind without a velocity", () => simulation.setWind(wrong({ density: 1 })), "wind.velocity: got nothing; give three numbers"],
  ["setWind of NaN", () => simulation.setWind({ velocity: NaNs, density: 1 }), "wind.velocity[0]: got NaN; give a finite number [m/s]"],
  [
    "setWind mistyped",
    () => simulation.setWind(wrong({ velocity: [0, 0, 1], densty: 1 })),
    "wind.densty: got a field that does not exist; did you mean density?",
  ],
  [
    "setWind of two laws",
    () => simulation.setWind({ velocity: [0, 0, 1], density: 1, drag: 1 }),
    "wind: got density and drag; give density, or airDensity",
  ],
  [
    "gusts without a period",
    () => simulation.setWind(wrong({ velocity: [0, 0, 1], density: 1, gusts: { strength: 1 } })),
    "wind.gusts.period: got nothing; give",
  ],
  ["setJet of a list", () => simulation.setJet(wrong([1, 2])), "jet: got [1,2]; give an object"],
  [
    "setJet without a direction",
    () => simulation.setJet({ origin: [0, 0, 0], direction: [0, 0, 0], speed: 1, radius: 1, density: 1 }),
    "jet.direction: got [0, 0, 0]; give a direction of some length",
  ],
  [
    "setJet without a radius",
    () => simulation.setJet(wrong({ origin: [0, 0, 0], direction: [0, 0, 1], speed: 1, density: 1 })),
    "jet.radius: got nothing; give a finite number above 0 [m]",
  ],
  ["restore of nothing", () => simulation.restore(wrong(undefined)), "snapshot: got nothing; give what snapshot() returned"],
  ["restore of an empty object", () => simulation.restore(wrong({})), "snapshot.format: got nothing; this version reads format 11"],
  [
    "restore of another format",
    () => simulation.restore(wrong({ ...simulation.snapshot(), format: 3 })),
    "snapshot.format: got 3; this version reads",
  ],
  [
    "restore without bodies",
    () => simulation.restore(wrong({ ...simulation.snapshot(), bodies: undefined })),
    "snapshot.bodies: got 0 bodies; restore",
  ],
  [
    "restore without a drive",
    () => simulation.restore(wrong({ ...simulation.snapshot(), drive: null })),
    "snapshot: got 16 particles of revision 0; restore",
  ],
  [
    "restore with a frame missing",
    () => simulation.restore(wrong({ ...simulation.snapshot(), frame: null })),
    "snapshot.frame: got null; give what snapshot() returned",
  ],
  [
    "restore with a time that is none",
    () => simulation.restore(wrong({ ...simulation.snapshot(), time: "1" })),
    'snapshot.time: got "1"; give',
  ],
  [
    "restore with a ball that is none",
    () => simulation.restore(wrong({ ...simulation.snapshot(), ball: 3 })),
    "ball: got 3; give an object",
  ],
  [
    "restore with a wind that is none",
    () => simulation.restore(wrong({ ...simulation.snapshot(), wind: 3 })),
    "wind: got 3; give an object",
  ],
];

const EDITS: readonly Call[] = [
  ["grab of no vertex", () => simulation.edit.grab(16, [0, 0, 0]), "vertex: got 16; give a whole number from 0 to 15"],
  ["grab of a word", () => simulation.edit.grab(wrong("3"), [0, 0, 0]), 'vertex: got "3"; give a whole number'],
  [
    "grab without a position",
    () => simulation.edit.grab(0, wrong(undefined)),
    "position: got nothing; give three numbers [x, y, z], or an object with x, y and z",
  ],
  ["grab of NaN", () => simulation.edit.grab(0, NaNs), "position[0]: got NaN; give a finite number [m]"],
  ["grab of a number", () => simulation.edit.grab(0, wrong(1)), "position: got 1; give three numbers"],
  ["release of nothing", () => simulation.edit.release(wrong(undefined)), "vertex: got nothing; give a whole number"],
  ["pin of a fraction", () => simulation.edit.pin(0.5), "vertex: got 0.5; give a whole number"],
  ["unpin of −1", () => simulation.edit.unpin(-1), "vertex: got -1; give a whole number"],
  ["pin of an object", () => simulation.edit.pin(wrong({ i: 1 })), 'vertex: got an object with the keys "i"; give a whole number'],
  ["cut of nothing", () => simulation.edit.cut(wrong(undefined)), "edges: got nothing; give a list of pairs [[i, j], …]"],
  ["cut of one edge bare", () => simulation.edit.cut(wrong([0, 1])), "edges[0]: got 0; give two vertices [i, j]"],
  ["cut along no edge", () => simulation.edit.cut([[0, 15]]), "edges[0]: got [0, 15]; give two vertices that an edge"],
  ["cut beyond the cloth", () => simulation.edit.cut([[0, 99]]), "edges[0]: got [0,99]; use vertices from 0 to 15"],
  ["cut with null", () => simulation.edit.cut([[0, 1]], wrong(null)), "options: got null; give an object"],
  [
    "cut with a mistyped option",
    () => simulation.edit.cut([[0, 1]], wrong({ gradual: true })),
    "options.gradual: got a field that does not exist; did you mean gradually?",
  ],
  ["cut with a word", () => simulation.edit.cut([[0, 1]], wrong({ gradually: "yes" })), 'options.gradually: got "yes"; give true or false'],
  ["removeSprings of nothing", () => simulation.edit.removeSprings(wrong(undefined)), "pairs: got nothing; give a list of pairs"],
  ["removeSprings of three", () => simulation.edit.removeSprings(wrong([[0, 1, 2]])), "pairs[0]: got [0,1,2]; give two vertices [i, j]"],
  ["removeSprings of a word", () => simulation.edit.removeSprings(wrong([["a", 1]])), 'vertex: got "a"; give a whole number'],
];

const BODIES: readonly Call[] = [
  [
    "move of no body",
    () => simulation.bodies.move("bal", { position: [0, 0, 0] }),
    'body: got "bal"; give one of "ball", "sheet", or its number from 0',
  ],
  ["move of nothing", () => simulation.bodies.move(wrong(undefined), { position: [0, 0, 0] }), "body: got nothing; give one of"],
  ["move nowhere", () => simulation.bodies.move(0, wrong(undefined)), "transform: got nothing; give an object"],
  ["move to a list", () => simulation.bodies.move(0, wrong([0, 0, 0])), "transform: got [0,0,0]; give an object"],
  [
    "move without a position",
    () => simulation.bodies.move(0, wrong({ rotation: [0, 0, 0, 1] })),
    "transform.position: got nothing; give three numbers",
  ],
  [
    "move by three angles",
    () => simulation.bodies.move(0, { position: [0, 0, 0], rotation: [0, 1, 0] }),
    "transform.rotation: got 3 entries; give a quaternion [x, y, z, w] or a rotation matrix",
  ],
  [
    "move by no rotation",
    () => simulation.bodies.move(0, { position: [0, 0, 0], rotation: [2, 0, 0, 0, 2, 0, 0, 0, 2] }),
    "transform.rotation: got nine numbers that are no rotation matrix; give",
  ],
  [
    "move mistyped",
    () => simulation.bodies.move(0, wrong({ positon: [0, 0, 0] })),
    "transform.positon: got a field that does not exist; did you mean position?",
  ],
  ["place nowhere", () => simulation.bodies.place("ball", wrong(null)), "place: got null; give a matrix of 16 numbers"],
  [
    "teleport of no body",
    () => simulation.bodies.teleport("figure", { position: [0, 0, 0] }),
    'name: got "figure"; give one of "ball", "sheet"',
  ],
  ["teleport of a number", () => simulation.bodies.teleport(wrong(0), { position: [0, 0, 0] }), "name: got 0; give one of"],
  ["teleport nowhere", () => simulation.bodies.teleport("ball", wrong("up")), 'transform: got "up"; give an object'],
  ["throwBall of null", () => simulation.bodies.throwBall(wrong(null)), "ball: got null; give an object"],
  [
    "throwBall without a mass",
    () => simulation.bodies.throwBall(wrong({ position: [0, 0, 0], velocity: [0, 0, 0], radius: 1 })),
    "ball.mass: got nothing; give a finite number above 0 [kg]",
  ],
  [
    "throwBall without a velocity",
    () => simulation.bodies.throwBall(wrong({ position: [0, 0, 0], radius: 1, mass: 1 })),
    "ball.velocity: got nothing; give three numbers",
  ],
  ["readPoses of too few", () => simulation.bodies.readPoses(room(12)), "out: got 12 numbers; give an array of 24, 12 a body"],
  [
    "readPlaces of nothing",
    () => simulation.bodies.readPlaces(wrong(undefined)),
    "out: got nothing; give a Float32Array or Float64Array of 32, 16 a body",
  ],
  ["readSurface of a ball", () => simulation.bodies.readSurface("ball", room(9)), 'body: got "ball"; name one that is made of a mesh'],
  ["readSurface of too few", () => simulation.bodies.readSurface("sheet", room(3)), "out: got 3 numbers; give an array of 9"],
];

const VIEWS: readonly Call[] = [
  ["readField of no field", () => simulation.view.readField(wrong("heat"), room(16)), 'field: got "heat"; give one of "strain"'],
  ["readField of too few", () => simulation.view.readField("strain", room(15)), "out: got 15 numbers; give an array of 16, one a vertex"],
  ["boxes of no depth", () => simulation.view.boxes(-1), "depth: got -1; give a whole number from 0"],
  ["boxes of nothing", () => simulation.view.boxes(wrong(undefined)), "depth: got nothing; give a whole number from 0"],
];

const mesh = () => ({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) });
const grid = { columns: 3, rows: 3, width: 1, height: 1 };
const { findFabric, implicitEuler, createSheet } = core;
const silk = findFabric("silk");

/** Calls that make something, or draw, or write. */
const OTHERS: readonly Call[] = [
  ["createSimulation of nothing", () => createSimulation(wrong(undefined)), "scene: got nothing; give an object"],
  ["createSimulation with null", () => createSimulation(SCENE, wrong(null)), "options: got null; give an object"],
  [
    "createSimulation with a mistyped option",
    () => createSimulation(SCENE, wrong({ thread: 2 })),
    "options.thread: got a field that does not exist; did you mean threads?",
  ],
  [
    "createSimulation with no thread",
    () => createSimulation(SCENE, { threads: 0 }),
    "options.threads: got 0; give a whole number of at least 1",
  ],
  [
    "createSimulation with a word for threads",
    () => createSimulation(SCENE, wrong({ threads: "all" })),
    'options.threads: got "all"; give a whole number',
  ],
  [
    "createSimulation with no loader",
    () => createSimulation(SCENE, wrong({ loadMesh: "a.obj" })),
    'options.loadMesh: got "a.obj"; give a function',
  ],
  [
    "createSimulation with one method bare",
    () => createSimulation(SCENE, wrong({ methods: implicitEuler })),
    "methods: got an object with",
  ],
  [
    "createSimulation with a method that is none",
    () => createSimulation(SCENE, wrong({ methods: [undefined] })),
    "methods[0]: got nothing; give an object",
  ],
  [
    "createSimulation with a force that is none",
    () => createSimulation(SCENE, wrong({ forces: [{}] })),
    "forces[0]: got an object with no keys; give a function",
  ],
  ["createSimulation with shapes that are none", () => createSimulation(SCENE, wrong({ shapes: 1 })), "shapes: got 1; give a list"],
  ["parseScene of a list", () => parseScene(wrong([])), "scene: got []; give an object"],
  ["parseScene with null", () => parseScene(SCENE, wrong(null)), "options: got null; give an object"],
  ["createSheet of nothing", () => createSheet(wrong(undefined)), "sheet: got nothing; give an object"],
  ["createSheet without a method", () => createSheet(wrong({ grid, fabric: silk })), "method: got nothing; give a method of drape/core"],
  [
    "createSheet of a fabric's name",
    () => createSheet(wrong({ grid, fabric: "silk", method: implicitEuler })),
    'fabric: got "silk"; give a fabric, such as findFabric("cotton")',
  ],
  ["createSheet of half a fabric", () => createSheet(wrong({ grid, fabric: { name: "mine" }, method: implicitEuler })), "fabric."],
  ["createSheet without a grid", () => createSheet(wrong({ fabric: silk, method: implicitEuler })), "grid: got nothing; give an object"],
  [
    "createSheet of one column",
    () => createSheet({ grid: { ...grid, columns: 1 }, fabric: silk, method: implicitEuler }),
    "grid.columns: got 1; give a whole number of at least 2",
  ],
  [
    "createSheet with one pin bare",
    () => createSheet(wrong({ grid, fabric: silk, method: implicitEuler, pins: 3 })),
    "pins: got 3; give a list",
  ],
  [
    "createSheet with no options",
    () => createSheet(wrong({ grid, fabric: silk, method: implicitEuler, options: 3 })),
    "options: got 3; give an object",
  ],
  [
    "createSheet with no kernels",
    () => createSheet(wrong({ grid, fabric: silk, method: implicitEuler, kernels: {} })),
    "kernels: got an object with no keys; give what",
  ],
  ["findFabric of no fabric", () => findFabric(wrong("slik")), 'fabric: got "slik"; did you mean "silk"?'],
  [
    "computeNormals of nothing",
    () => computeNormals(wrong(undefined), Uint32Array.of(0, 1, 2), new Float32Array(9)),
    "positions: got nothing; give",
  ],
  [
    "computeNormals of too few",
    () => computeNormals(new Float32Array(9), Uint32Array.of(0, 1, 2), new Float32Array(6)),
    "normals: got 6 numbers; give",
  ],
  ["createClothMesh of nothing", () => createClothMesh(wrong(undefined)), "simulation: got nothing; give a simulation"],
  ["createClothMesh of a scene", () => createClothMesh(wrong(SCENE)), "simulation: got an object with the keys"],
  [
    "createClothMesh of a promise",
    () => createClothMesh(wrong(Promise.resolve(simulation))),
    "simulation: got a promise; await createSimulation",
  ],
  [
    "createClothMesh with a word",
    () => createClothMesh(simulation, wrong({ material: "red" })),
    'options.material: got "red"; give a material of three',
  ],
  ["createRenderMesh of nothing", () => createRenderMesh(wrong(null)), "simulation: got null; give a simulation"],
  ["createRenderMesh with no levels", () => createRenderMesh(simulation, { levels: -1 }), "levels: got -1; "],
  ["createRenderMesh with no surface", () => createRenderMesh(simulation, wrong({ surface: {} })), "render.positions: got nothing; give"],
  ["subdivideSurface of nothing", () => surface.subdivideSurface(wrong(undefined), 1), "surface: got nothing; give"],
  ["subdivideSurface without levels", () => surface.subdivideSurface(mesh(), wrong(undefined)), "levels: got nothing; "],
  [
    "subdivideSurface of no triangles",
    () => surface.subdivideSurface(wrong({ positions: mesh().positions }), 1),
    "surface.triangles: got nothing; give",
  ],
  [
    "updateSubdivision of nothing",
    () => surface.updateSubdivision(wrong(undefined), room(9), room(9), room(9)),
    "subdivision: got nothing; give what subdivideSurface returned",
  ],
  [
    "updateSubdivision of other positions",
    () => surface.updateSubdivision(surface.subdivideSurface(mesh(), 1), room(12), room(18), room(18)),
    "simulated: got ",
  ],
  [
    "updateSubdivision into nothing",
    () => surface.updateSubdivision(surface.subdivideSurface(mesh(), 1), room(9), wrong(undefined), room(18)),
    "outPositions: got nothing; give",
  ],
  ["bindRenderMesh of nothing", () => surface.bindRenderMesh(wrong(undefined), mesh()), "simulated: got nothing; give"],
  ["bindRenderMesh of no mesh", () => surface.bindRenderMesh(mesh(), wrong(null)), "render: got null; give"],
  [
    "updateRenderMesh of nothing",
    () => surface.updateRenderMesh(wrong(undefined), room(9), room(9), room(9)),
    "binding: got nothing; give what bindRenderMesh returned",
  ],
  [
    "followCut of nothing",
    () => surface.followCut(wrong(undefined), Uint32Array.of(0, 1, 2), 3),
    "binding: got nothing; give what bindRenderMesh returned",
  ],
  [
    "readMeshFile of nothing",
    () => files.readMeshFile(wrong(undefined), "a.obj"),
    "a.obj: got nothing; give the file's text, or its bytes in a Uint8Array",
  ],
  ["readMeshFile without a name", () => files.readMeshFile("v 0 0 0", wrong(undefined)), "name: got nothing; give the file's name"],
  ["parseJson of nothing", () => files.parseJson(wrong(undefined), "a.json"), "a.json: got nothing; give"],
  [
    "createRecording of nothing",
    () => files.createRecording(wrong(undefined), wrong(undefined), "single"),
    "simulation: got nothing; give a simulation",
  ],
  ["formatObjFile of nothing", () => files.formatObjFile(wrong(undefined), "scene"), "simulation: got nothing; give a simulation"],
  [
    "formatRecording of no writer",
    () => files.formatRecording(wrong(undefined), wrong(undefined)),
    "writer: got nothing; give one of WRITERS",
  ],
  ["planBake of nothing", () => files.planBake(wrong(undefined), wrong(undefined), wrong(undefined)), "steps: got nothing; give"],
];

/** One sentence that says where, what was found and what to do. */
async function complaint(make: () => unknown): Promise<unknown> {
  try {
    await make();
  } catch (error) {
    return error;
  }
  return "no error";
}

async function check(make: () => unknown, message: string): Promise<void> {
  const error = await complaint(make);
  expect(error).toBeInstanceOf(InputError);
  const { path, got, advice, message: sentence } = error as InputError;
  for (const part of [path, got, advice]) expect(part).not.toBe("");
  expect(sentence.startsWith(message), `${sentence} should start with ${message}`).toBe(true);
  expect(sentence).not.toContain("\n");
}

describe.each([
  ["a simulation", RUNNING],
  ["edit", EDITS],
  ["bodies", BODIES],
  ["view", VIEWS],
] as const)("wrong calls of %s are refused in one sentence, and change nothing", (_, calls) => {
  test.each(calls)("%s", async (_call, make, message) => {
    const before = simulation.snapshot();
    await check(make, message);
    expect(simulation.snapshot()).toEqual(before);
  });
});

describe("wrong calls of what makes, draws and writes are refused in one sentence", () => {
  test.each(OTHERS)("%s", async (_call, make, message) => check(make, message));
});
