import { afterAll, beforeAll, expect, test } from "vitest";
import { DrapeError } from "../../src/core/errors.ts";
import { createWorld } from "../../src/world/create-world.ts";
import type { Hit, World, WorldCloth, WorldCollider } from "../../src/world/world.ts";
import { GRID } from "./worlds.ts";

let world: World;
let sheet: WorldCloth;
let ball: WorldCollider;
let skin: WorldCollider;
let hit: Hit;
let other: World;

beforeAll(async () => {
  world = await createWorld({ colliders: [{ sphere: { center: [0, 0, 0], radius: 0.2 } }] });
  sheet = await world.addCloth({ grid: GRID });
  ball = world.colliders[0];
  skin = await world.addCollider({
    mesh: { positions: [0, -5, 0, 1, -5, 0, 0, -5, 1], triangles: [0, 1, 2] },
    skin: { boneCount: 2, indices: [0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0], weights: [1, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 1, 0, 0] },
  });
  hit = world.pick({ origin: [0, 5, 0.5], direction: [0, -1, 0] }) as Hit;
  other = await createWorld();
});

afterAll(() => {
  world.dispose();
  other.dispose();
});

// biome-ignore lint/suspicious/noExplicitAny: what is wrong has no type
const any = (value: unknown): any => value;

/** What is called, and how the sentence begins: where, what was found. */
const CALLS: readonly (readonly [string, () => unknown, string])[] = [
  ["a promise for options", () => createWorld(any(Promise.resolve({}))), "options: got a promise; await it before"],
  ["a worker that is no address", () => createWorld({ worker: "yes" }), 'options.worker: got "yes"; '],
  ["cloths that are no list", () => createWorld({ cloths: any({}) }), "cloths: got an object with no keys; give a list"],
  ["a wrong option without cloth", () => createWorld({ timestep: -1 }), "timestep: got -1; "],
  ["threads below 1", () => createWorld({ threads: -3 }), "options.threads: got -3; "],
  ["an attendant that is none", () => createWorld({ attend: any(5) }), "options.attend: got 5; give a function"],
  ["a word for a switch", () => createWorld({ together: any("yes") }), 'options.together: got "yes"; '],
  ["steps that are no number", () => world.step(any("ten")), 'count: got "ten"; '],
  ["fewer steps than none", () => world.step(-1), "count: got -1; "],
  [
    "an option of steps that does not exist",
    () => world.step(1, any({ progress: 1 })),
    "options.progress: got a field that does not exist",
  ],
  ["a scene that is none", () => world.load(any("flag.json")), 'scene: got "flag.json"; give an object'],
  ["a scene with a wrong cloth", () => world.load({ cloths: [any({ grid: { ...GRID, rows: 1 } })] }), "cloths[0].grid.rows: got 1; "],
  [
    "a scene with a field that does not exist",
    () => world.load(any({ cloth: [] })),
    "scene.cloth: got a field that does not exist; did you mean cloths?",
  ],
  [
    "events of cloths apart",
    () => world.load({ events: [{ at: 1, release: [0] }], cloths: [{ grid: GRID }] }),
    "events: got 1 of them; give the world together: true",
  ],
  ["a question to nobody", () => world.ask("time"), "ask: got a world without attendant; "],
  ["options that are none", () => createWorld(any(5)), "options: got 5; give an object"],
  [
    "an option that does not exist",
    () => createWorld(any({ grvity: [0, 0, 0] })),
    "options.grvity: got a field that does not exist; did you mean gravity?",
  ],
  [
    "gravity of two numbers",
    () => createWorld({ gravity: [0, 1] }).then((one) => one.addCloth({ grid: GRID })),
    "gravity: got 2 entries; ",
  ],
  [
    "a wrong cloth from the start",
    () => createWorld({ cloths: [{ grid: GRID }, any({ grid: { ...GRID, rows: 1 } })] }),
    "cloths[1].grid.rows: got 1; ",
  ],
  [
    "a wrong collider from the start",
    () => createWorld({ cloths: [{ grid: GRID }], colliders: [any({ sphere: { radius: 1 } })] }),
    "colliders[0].sphere.center: got nothing; ",
  ],
  [
    "functions for a worker",
    () => createWorld({ worker: true, forces: [] }),
    "options.forces: got functions, which a worker cannot be sent; ",
  ],
  ["a cloth that is none", () => world.addCloth(any("silk")), 'cloth: got "silk"; give an object'],
  ["a cloth without shape", () => world.addCloth({ fabric: "silk" }), "cloth: got a cloth without shape; "],
  ["a misspelt fabric", () => world.addCloth({ grid: GRID, fabric: any("coton") }), 'cloth.fabric: got "coton"; did you mean "cotton"?'],
  [
    "a misspelt field",
    () => world.addCloth(any({ grid: GRID, fabirc: "silk" })),
    "cloth.fabirc: got a field that does not exist; did you mean fabric?",
  ],
  [
    "a mesh that cannot be loaded",
    () => world.addCloth({ mesh: "coat.glb" }),
    "the scene names the mesh coat.glb: pass a loadMesh function",
  ],
  [
    "a wrong collider where there is no cloth",
    () => other.addCollider({ sphere: any({ center: [0, 0, 0] }) }),
    "collider.sphere.radius: got nothing; ",
  ],
  ["a collider without shape", () => world.addCollider({ friction: 1 }), "collider: got no body; "],
  [
    "a collider of a taken name",
    () => world.addCollider({ name: ball.name, sphere: { center: [0, 0, 0], radius: 1 } }),
    'collider.name: got "collider 1"; another',
  ],
  ["no list of colliders", () => world.addColliders(any(3)), "colliders: got 3; give a list"],
  [
    "a skin without weights",
    () =>
      world.addCollider({
        mesh: { positions: [0, 0, 0, 1, 0, 0, 0, 0, 1], triangles: [0, 1, 2] },
        skin: any({ boneCount: 1, indices: [] }),
      }),
    "collider.skin.indices: got 0 numbers; give four a vertex, 12",
  ], // prettier-ignore
  ["no time", () => world.update(any(undefined)), "seconds: got nothing; give the time since the last frame [s]"],
  ["NaN for a time", () => world.update(Number.NaN), "seconds: got NaN; "],
  ["no whole number of steps", () => world.update(0.1, { maxSteps: 0.5 }), "options.maxSteps: got 0.5; "],
  [
    "a misspelt option of update",
    () => world.update(0.1, any({ maxStep: 3 })),
    "options.maxStep: got a field that does not exist; did you mean maxSteps?",
  ],
  [
    "a setting that does not exist",
    () => world.set(any({ gravty: [0, 0, 0] })),
    "settings.gravty: got a field that does not exist; did you mean gravity?",
  ],
  ["wind without velocity", () => world.set({ wind: any({ airDensity: 1 }) }), "wind.velocity: got nothing; "],
  ["an unknown method", () => world.set({ solver: any({ method: "eulr" }) }), 'solver.method: got "eulr"; '],
  ["a ray without direction", () => world.pick(any({ origin: [0, 0, 0] })), "ray.direction: got nothing; "],
  ["a ray that leads nowhere", () => world.pick({ origin: [0, 0, 0], direction: [0, 0, 0] }), "ray.direction: got [0,0,0]; "],
  ["a hit that is none", () => world.drag(any({ vertex: 3 })), "hit: got an object with the keys"],
  ["a drag without frequency", () => world.drag(hit, { frequency: 0 }), "options.frequency: got 0; "],
  ["an event that does not exist", () => world.on(any("contakt"), () => {}), 'event: got "contakt"; '],
  ["a listener that is none", () => world.on("rest", any(7)), "listener: got 7; give a function"],
  ["a vertex that does not exist", () => sheet.grab(64, [0, 0, 0]), "vertex: got 64; give a whole number from 0 to 63"],
  ["a position with a word", () => sheet.grab(0, any([0, "a", 0])), 'position[1]: got "a"; '],
  ["an object without z", () => sheet.grab(0, any({ x: 1, y: 2 })), 'position: got an object with the keys "x", "y"; '],
  ["vertices that are none", () => sheet.pin(any({})), "vertices: got an object with no keys; give a vertex or a list of them"],
  ["one wrong vertex of several", () => sheet.unpin([0, -1]), "vertices[1]: got -1; "],
  [
    "a collider of another world",
    () => other.addCloth({ grid: GRID }).then((cloth) => cloth.attach([0], ball)),
    "collider: got an object with",
  ],
  ["a bone of a ball", () => sheet.attach([0], ball, 0), "bone: got 0; leave it away: the body has no bones"],
  ["an edge that is none", () => sheet.cut(any([[0]])), "edges[0]: got [0]; give two vertices [i, j]"],
  ["an edge that the mesh does not have", () => sheet.cut([[0, 63]]), "edges[0]: got [0, 63]; "],
  ["a path of one point", () => sheet.cutAlong([[0, 0, 0]]), "path: got "],
  [
    "a negative reach",
    () =>
      sheet.cutAlong(
        [
          [0, 0, 0],
          [1, 0, 0],
        ],
        { reach: -1 },
      ),
    "options.reach: got -1; ",
  ], // prettier-ignore
  ["a negative distance", () => sheet.verticesNear([0, 0, 0], -1), "distance: got -1; "],
  [
    "a change to a misspelt field",
    () => sheet.set(any({ fabirc: "silk" })),
    "cloth.fabirc: got a field that does not exist; did you mean fabric?",
  ],
  ["a place that is none", () => ball.place(any(3)), "place: got 3; give a matrix of 16 numbers"],
  [
    "a matrix that scales",
    () => ball.place([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1]),
    "place: got a matrix with scale, shear or a reflection; ",
  ],
  ["a position without a quaternion", () => ball.place(any({ position: [0, 0, 0] })), "place.quaternion: got nothing; "],
  ["a move without position", () => ball.move(any({})), "transform.position: got nothing; "],
  ["bones of a ball", () => ball.setBones([1]), "matrices: got "],
  ["too few bones", () => skin.setBones(new Float32Array(16)), "matrices: got 16 numbers; give 16 a bone, 32"],
  [
    "a skin that is placed",
    () => skin.place({ position: [0, 0, 0], quaternion: [0, 0, 0, 1] }),
    "place: got a skin, which goes with its bones; ",
  ],
  ["a radius below 0", () => ball.set({ sphere: { center: [0, 0, 0], radius: -1 } }), "collider.sphere.radius: got -1; "],
];

test.each(CALLS)("%s is refused in one sentence", async (_, call, sentence) => {
  const before = sheet.positions.slice();
  const error: unknown = await (async () => call())().then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(DrapeError);
  const { message } = error as DrapeError;
  expect(message.startsWith(sentence), message).toBe(true);
  expect(message).not.toContain("\n");
  expect(sheet.positions).toEqual(before);
  world.update(0);
});

test("time that does not advance is no error, and a world that was disposed of says so", async () => {
  const gone = await createWorld({ cloths: [{ grid: GRID }] });
  const [cloth] = gone.cloths;
  gone.update(-0.02);
  gone.update(0);
  gone.update(Number.POSITIVE_INFINITY);
  expect(gone.time).toBeCloseTo(8 / 60, 12);
  gone.dispose();
  gone.dispose();
  expect(() => gone.update(1 / 60)).toThrow("world: got a world that was disposed of; create another");
  expect(() => cloth.pin(0)).toThrow(/it was removed from its world/);
  await expect(gone.addCloth({ grid: GRID })).rejects.toThrow("disposed of");
});
