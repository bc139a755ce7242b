import { mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Json, squareScene } from "../scene/sample-scenes.ts";
import { callCli } from "../support/call-cli.ts";
import { makeFolder, writeScene } from "../support/run-cli.ts";

/** What is wrong, the scene, and what the one line must say: where, what was found, what to do. */
type Case = readonly [name: string, scene: string | ((scene: Json) => void), where: string, got: string, advice: string];

const { folder, remove } = makeFolder();
afterAll(remove);
let made = 0;

/** Runs a scene that must be refused: exit code 1, one line on stderr, nothing printed, nothing written. Returns the line. */
async function refusalOf(path: string, outputs: string): Promise<string> {
  mkdirSync(outputs);
  const files = ["--state", join(outputs, "s.json"), "--metrics", join(outputs, "m.csv"), "--out", join(outputs, "x.obj")];
  const { code, stdout, stderr } = await callCli(["run", path, "--steps", "2", ...files]);
  expect(stderr).toMatch(/^drape: [^\p{Cc}]+\n$/u);
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(readdirSync(outputs)).toEqual([]);
  return stderr;
}

/** Writes a scene, or the square scene with something done to it, under a name of its own. */
function write(scene: string | Buffer | ((scene: Json) => void)): string {
  let content: string | Buffer;
  if (typeof scene === "function") {
    const json = squareScene();
    scene(json);
    content = JSON.stringify(json);
  } else content = scene;
  const path = join(folder, `scene-${made++}.json`);
  writeFileSync(path, content);
  return path;
}

async function refusal(scene: string | Buffer | ((scene: Json) => void)): Promise<string> {
  const path = write(scene);
  return (await refusalOf(path, `${path}-out`)).replace(path, "SCENE");
}

function line(where: string, got: string, advice: string): string {
  return `drape: ${where}: got ${got}; ${advice}\n`;
}

/** The square scene as text, with a piece of it replaced. */
function text(piece: string, by: string): string {
  const whole = JSON.stringify(squareScene());
  expect(whole).toContain(piece);
  return whole.replace(piece, by);
}

const NET = "cloths[0].network";

const CASES: readonly Case[] = [
  // a missing field
  [
    "no version",
    (s) => {
      delete s.drape;
    },
    "drape",
    "nothing",
    'a scene starts with "drape": 1, its format version',
  ],
  [
    "another version",
    (s) => {
      s.drape = 2;
    },
    "drape",
    "2",
    'a scene starts with "drape": 1, its format version',
  ],
  [
    "a version that cannot be printed",
    (s) => {
      s.drape = { toString: 1, valueOf: 1 };
    },
    "drape",
    'an object with the keys "toString", "valueOf"',
    'a scene starts with "drape": 1, its format version',
  ],
  [
    "no cloths",
    (s) => {
      delete s.cloths;
    },
    "cloths",
    "nothing",
    "give a list [ … ]",
  ],
  [
    "empty cloths",
    (s) => {
      s.cloths = [];
    },
    "cloths",
    "an empty list",
    "give at least one cloth",
  ],
  [
    "a cloth without shape",
    (s) => {
      s.cloths = [{}];
    },
    "cloths[0]",
    "a cloth without shape",
    "give one of grid, disk, mesh, garment, network",
  ],
  [
    "a cloth with two shapes",
    (s) => {
      s.cloths[0].disk = { rings: 2, radius: 1 };
    },
    "cloths[0]",
    "disk and network",
    "give one of grid, disk, mesh, garment, network",
  ],
  [
    "no positions",
    (s) => {
      delete s.cloths[0].network.positions;
    },
    `${NET}.positions`,
    "nothing",
    "give a list [ … ]",
  ],
  [
    "no particles",
    (s) => {
      s.cloths[0].network.positions = [];
    },
    `${NET}.positions`,
    "an empty list",
    "give at least one particle",
  ],
  [
    "no masses",
    (s) => {
      delete s.cloths[0].network.masses;
    },
    `${NET}.masses`,
    "nothing",
    "give one mass for all, or a list with one a particle [kg]",
  ],
  [
    "a grid without columns",
    (s) => {
      s.cloths = [{ grid: { rows: 3, width: 1, height: 1 } }];
    },
    "cloths[0].grid.columns",
    "nothing",
    "give a whole number of at least 2",
  ],
  [
    "wind without velocity",
    (s) => {
      s.wind = { density: 1 };
    },
    "wind.velocity",
    "nothing",
    "give three numbers [x, y, z], or an object with x, y and z",
  ],
  [
    "an event without release",
    (s) => {
      s.events = [{ at: 1 }];
    },
    "events[0].release",
    "nothing",
    "give a list [ … ]",
  ],
  // numbers that are none
  [
    "NaN",
    text("[0,0.5,0]", "[0,NaN,0]"),
    `SCENE:1 ${NET}.velocities[1][1]`,
    "NaN",
    "JSON has only finite numbers, strings, true, false, null, lists and objects",
  ],
  [
    "-Infinity",
    text('"masses":[1', '"masses":[-Infinity'),
    `SCENE:1 ${NET}.masses[0]`,
    "-Infinity",
    "JSON has only finite numbers, strings, true, false, null, lists and objects",
  ],
  ["1e999", text("[0,0.5,0]", "[0,1e999,0]"), `${NET}.velocities[1][1]`, "Infinity", "give a finite number"],
  [
    "-1e999 as time step",
    text('"timestep":0.01', '"timestep":-1e999'),
    "timestep",
    "-Infinity",
    "give a finite number above 0 and up to 1000000 [s]",
  ],
  [
    "null where a number belongs",
    (s) => {
      s.cloths[0].network.positions[2][0] = null;
    },
    `${NET}.positions[2][0]`,
    "null",
    "give a finite number",
  ],
  [
    "a time step of 0",
    (s) => {
      s.timestep = 0;
    },
    "timestep",
    "0",
    "give a finite number above 0 and up to 1000000 [s]",
  ],
  [
    "a negative duration",
    (s) => {
      s.duration = -1;
    },
    "duration",
    "-1",
    "give a finite number above 0 [s]",
  ],
  [
    "a seed with a fraction",
    (s) => {
      s.seed = 0.5;
    },
    "seed",
    "0.5",
    "give a whole number of at least 0 and up to 4294967295",
  ],
  // masses
  [
    "a negative mass",
    (s) => {
      s.cloths[0].network.masses[2] = -1;
    },
    `${NET}.masses[2]`,
    "-1",
    "give a finite number above 0 [kg]",
  ],
  [
    "a negative mass for all",
    (s) => {
      s.cloths[0].network.masses = -1;
    },
    `${NET}.masses`,
    "-1",
    "give a finite number above 0 [kg]",
  ],
  [
    "a mass of zero",
    (s) => {
      s.cloths[0].network.masses = 0;
    },
    `${NET}.masses`,
    "0",
    "give a finite number above 0 [kg]",
  ],
  [
    "too few masses",
    (s) => {
      s.cloths[0].network.masses = [1, 1];
    },
    `${NET}.masses`,
    "2 entries",
    "give 4",
  ],
  [
    "too few velocities",
    (s) => {
      s.cloths[0].network.velocities.pop();
    },
    `${NET}.velocities`,
    "3 entries",
    "give 4",
  ],
  // indices
  [
    "a pin out of range",
    (s) => {
      s.cloths[0].pins = [0, 4];
    },
    "cloths[0].pins[1]",
    "4",
    "the cloth has vertices 0 to 3",
  ],
  [
    "a negative pin",
    (s) => {
      s.cloths[0].pins = [-1];
    },
    "cloths[0].pins[0]",
    "-1",
    "give a whole number of at least 0",
  ],
  [
    "half a pin",
    (s) => {
      s.cloths[0].pins = [0.5];
    },
    "cloths[0].pins[0]",
    "0.5",
    "give a whole number of at least 0",
  ],
  [
    "a pin out of range in an object",
    (s) => {
      s.cloths[0].pins = [{ vertices: [1, 7] }];
    },
    "cloths[0].pins[0]",
    "7",
    "the cloth has vertices 0 to 3",
  ],
  [
    "a spring out of range",
    (s) => {
      s.cloths[0].network.springs[1][1] = 4;
    },
    `${NET}.springs[1][1]`,
    "4",
    "give a whole number of at least 0 and up to 3",
  ],
  [
    "a spring with a negative end",
    (s) => {
      s.cloths[0].network.springs[1][0] = -1;
    },
    `${NET}.springs[1][0]`,
    "-1",
    "give a whole number of at least 0 and up to 3",
  ],
  [
    "a triangle out of range",
    (s) => {
      s.cloths[0].network.triangles[1][2] = 99;
    },
    `${NET}.triangles[1][2]`,
    "99",
    "give a whole number of at least 0 and up to 3",
  ],
  [
    "a hinge out of range",
    (s) => {
      s.cloths[0].network.hinges = [[0, 1, 2, 4, 1, 1, -1, -1, 1]];
    },
    `${NET}.hinges[0][3]`,
    "4",
    "give a whole number of at least 0 and up to 3",
  ],
  [
    "an event out of range",
    (s) => {
      s.events = [{ at: 1, release: [0, 4] }];
    },
    "events[0].release",
    "4",
    "the scene has vertices 0 to 3",
  ],
  // pins
  [
    "a duplicate pin",
    (s) => {
      s.cloths[0].pins = [0, 2, 0];
    },
    "cloths[0].pins[2]",
    "vertex 0 a second time",
    "pin each vertex once",
  ],
  [
    "a duplicate pin by name",
    (s) => {
      s.cloths = [{ grid: { columns: 3, rows: 3, width: 1, height: 1 }, pins: ["top", "top-left"] }];
    },
    "cloths[0].pins[1]",
    "vertex 0 a second time",
    "pin each vertex once",
  ],
  [
    "a pin by place on a network",
    (s) => {
      s.cloths[0].pins = ["top"];
    },
    "cloths[0].pins[0]",
    '"top"',
    "only grids have sides: give vertex numbers",
  ],
  [
    "a pin at a place that does not exist",
    (s) => {
      s.cloths = [{ grid: { columns: 3, rows: 3, width: 1, height: 1 }, pins: ["topleft"] }];
    },
    "cloths[0].pins[0]",
    '"topleft"',
    'did you mean "top-left"? choose one of top, bottom, left, right, top-left, top-right, bottom-left, bottom-right',
  ],
  [
    "a pin in a group that does not exist",
    (s) => {
      s.figures = [{}];
      s.cloths = [{ garment: { kind: "cape" }, pins: ["shoulder"] }];
    },
    "cloths[0].pins[0]",
    '"shoulder"',
    'did you mean "shoulders"? give one of neck, shoulders, left, right, hem, all, or vertex numbers',
  ],
  [
    "an attachment to nothing",
    (s) => {
      s.cloths[0].attachments = [{ vertices: [1] }];
    },
    "cloths[0].attachments[0].to",
    "nothing",
    "give a string of at most 2000 characters",
  ],
  [
    "an attachment to a body that is not there",
    (s) => {
      s.cloths[0].attachments = [{ vertices: [1], to: "ball" }];
    },
    "cloths[0].attachments[0].to",
    '"ball"',
    "the scene has no bodies",
  ],
  [
    "an attachment of a pinned vertex",
    (s) => {
      s.colliders = [{ plane: {} }];
      s.cloths[0].attachments = [{ vertices: [0], to: "collider 1" }];
    },
    "cloths[0].attachments[0].vertices",
    "vertex 0 a second time",
    "pin each vertex once",
  ],
  [
    "tethers shorter than the cloth",
    (s) => {
      s.cloths[0].tethers = 0.5;
    },
    "cloths[0].tethers",
    "0.5",
    "give a finite number of at least 1",
  ],
  [
    "a figure that hops",
    (s) => {
      s.figures = [{ motion: { cycle: "hop" } }];
    },
    "figures[0].motion.cycle",
    '"hop"',
    "choose one of stand, walk, turn, dance, press",
  ],
  [
    "a garment on nobody",
    (s) => {
      s.cloths = [{ garment: { kind: "cape" } }];
    },
    "cloths[0].garment.figure",
    "no figure to wear it",
    "give the scene a list of figures",
  ],
  [
    "a pin with vertex and vertices",
    (s) => {
      s.cloths[0].pins = [{ vertex: 0, vertices: [1] }];
    },
    "cloths[0].pins[0]",
    "vertex and vertices",
    "give one of vertex, vertices",
  ],
  [
    "keyframes out of order",
    (s) => {
      s.cloths[0].pins = [
        {
          vertex: 0,
          motion: {
            keyframes: [
              { at: 1, offset: [0, 0, 0] },
              { at: 1, offset: [0, 1, 0] },
            ],
          },
        },
      ];
    },
    "cloths[0].pins[0].motion.keyframes[1].at",
    "1",
    "times must ascend: give more than 1",
  ],
  [
    "a rotation about nothing",
    (s) => {
      s.cloths[0].pins = [{ vertex: 0, motion: { rotation: { axis: [0, 0, 0], center: [0, 0, 0], speed: 1 } } }];
    },
    "cloths[0].pins[0].motion.rotation.axis",
    "[0, 0, 0]",
    "give a direction of some length",
  ],
  // triangles and springs
  [
    "a triangle with two equal corners",
    (s) => {
      s.cloths[0].network.triangles[0] = [0, 1, 1];
    },
    `${NET}.triangles[0]`,
    "[0, 1, 1]",
    "give three different corners",
  ],
  [
    "a triangle without area",
    (s) => {
      s.cloths[0].network.positions[2] = [2, 0, 0];
    },
    `${NET}.triangles[0]`,
    "corners that lie on one line (vertices 0, 1, 2)",
    "remove the triangle or move one",
  ],
  [
    "a triangle without area in the material",
    (s) => {
      s.cloths[0].network.material[2] = [2, 0];
    },
    `${NET}.triangles[0]`,
    "material coordinates that lie on one line (vertices 0, 1, 2)",
    "remove the triangle or move one",
  ],
  [
    "a triangle of two corners",
    (s) => {
      s.cloths[0].network.triangles[0] = [0, 1];
    },
    `${NET}.triangles[0]`,
    "2 entries",
    "give 3",
  ],
  [
    "a spring of length zero",
    (s) => {
      s.cloths[0].network.springs[3][2] = 0;
    },
    `${NET}.springs[3][2]`,
    "0",
    "give a finite number above 0 [m]",
  ],
  [
    "a spring from a particle to itself",
    (s) => {
      s.cloths[0].network.springs[3] = [2, 2, 1, 1, "stretch"];
    },
    `${NET}.springs[3]`,
    "both ends at particle 2",
    "join two different particles",
  ],
  [
    "a negative stiffness",
    (s) => {
      s.cloths[0].network.springs[3][3] = -5;
    },
    `${NET}.springs[3][3]`,
    "-5",
    "give a finite number of at least 0 [N/m]",
  ],
  [
    "a spring of unknown kind",
    (s) => {
      s.cloths[0].network.springs[3][4] = "strech";
    },
    `${NET}.springs[3][4]`,
    '"strech"',
    'did you mean "stretch"? choose one of stretch, shear, bend',
  ],
  [
    "a spring without kind",
    (s) => {
      s.cloths[0].network.springs[3].pop();
    },
    `${NET}.springs[3]`,
    "4 entries",
    "give 5",
  ],
  [
    "hinges and a bending modulus",
    (s) => {
      Object.assign(s.cloths[0].network, { bendModulus: 1, hinges: [] });
    },
    `${NET}.hinges`,
    "hinges and a bendModulus",
    "give one of the two",
  ],
  [
    "a hinge that names a particle twice",
    (s) => {
      s.cloths[0].network.hinges = [[0, 1, 2, 1, 1, 1, -1, -1, 1]];
    },
    `${NET}.hinges[0]`,
    "particle 1 twice",
    "give four different particles",
  ],
  // keys that reach into prototypes
  ["__proto__ at the top", text('"drape":1', '"drape":1,"__proto__":{"polluted":1}'), "__proto__", "a forbidden key", "remove it"],
  ["__proto__ as the first key", text('"drape":1', '"__proto__":{"drape":1},"drape":1'), "__proto__", "a forbidden key", "remove it"],
  ["__proto__ in a cloth", text('"pins":', '"__proto__":{"polluted":1},"pins":'), "cloths[0].__proto__", "a forbidden key", "remove it"],
  ["__proto__ in a network", text('"positions":', '"__proto__":[],"positions":'), `${NET}.__proto__`, "a forbidden key", "remove it"],
  [
    "__proto__ in the solver",
    text('"method":', '"__proto__":{"tolerance":1},"method":'),
    "solver.__proto__",
    "a forbidden key",
    "remove it",
  ],
  [
    "__proto__ inside an option without effect",
    text('"tolerance":1e-13', '"sweeps":{"__proto__":1}'),
    "solver.sweeps",
    'an object with the keys "__proto__"',
    "give a number, a word, true or false",
  ],
  [
    "constructor as a key",
    (s) => {
      s.constructor = { prototype: {} };
    },
    "constructor",
    "a forbidden key",
    "remove it",
  ],
  [
    "prototype as a key",
    (s) => {
      s.cloths[0].damping.prototype = 1;
    },
    "cloths[0].damping.prototype",
    "a forbidden key",
    "remove it",
  ],
  // words nobody knows
  [
    "an unknown field with a suggestion",
    (s) => {
      s.gravty = [0, 0, 0];
    },
    "gravty",
    "a field that does not exist",
    "did you mean gravity?",
  ],
  [
    "an unknown field far from any other",
    (s) => {
      s.cloths[0].damping.xyzzy = 1;
    },
    "cloths[0].damping.xyzzy",
    "a field that does not exist",
    "known here: viscous, relative",
  ],
  [
    "an unknown method with a suggestion",
    (s) => {
      s.solver.method = "implicit-eular";
    },
    "solver.method",
    '"implicit-eular"',
    'did you mean "implicit-euler"? choose one of ',
  ],
  [
    "a method that is no word",
    (s) => {
      s.solver.method = ["verlet"];
    },
    "solver.method",
    '["verlet"]',
    "choose one of ",
  ],
  [
    "a method called __proto__",
    (s) => {
      s.solver.method = "__proto__";
    },
    "solver.method",
    '"__proto__"',
    "choose one of ",
  ],
  [
    "an unknown option with a suggestion",
    (s) => {
      s.solver.tolerence = 1;
    },
    "solver.tolerence",
    "an option that no method has",
    "did you mean tolerance?",
  ],
  [
    "an unknown option far from any other",
    (s) => {
      s.solver.xyzzyxyzzy = 1;
    },
    "solver.xyzzyxyzzy",
    "an option that no method has",
    "implicit-euler takes jacobian, tolerance,",
  ],
  [
    "an option out of range",
    (s) => {
      s.solver.tolerance = 2;
    },
    "solver.tolerance",
    "2",
    "give a finite number of at least 1e-15 and up to 0.5",
  ],
  [
    "an unknown fabric with a suggestion",
    (s) => {
      s.cloths = [{ grid: { columns: 3, rows: 3, width: 1, height: 1 }, fabric: "coton" }];
    },
    "cloths[0].fabric",
    '"coton"',
    'did you mean "cotton"? choose one of cotton, wool, stretch-wool, polyester, denim, silk, satin, linen, canvas, jersey, leather, rubber',
  ],
  [
    "a fabric on an unknown base",
    (s) => {
      s.cloths = [{ grid: { columns: 3, rows: 3, width: 1, height: 1 }, fabric: { base: "skil" } }];
    },
    "cloths[0].fabric.base",
    '"skil"',
    'did you mean "silk"? choose one of cotton, wool, stretch-wool, polyester, denim, silk, satin, linen, canvas, jersey, leather, rubber',
  ],
  [
    "a fabric that weighs less than nothing",
    (s) => {
      s.cloths = [{ grid: { columns: 3, rows: 3, width: 1, height: 1 }, fabric: { density: -0.1 } }];
    },
    "cloths[0].fabric.density",
    "-0.1",
    "give a finite number of at least 0.0001 and up to 100 [kg/m²]",
  ],
  [
    "an unknown spring model",
    (s) => {
      s.cloths[0].springModel = "symetric";
    },
    "cloths[0].springModel",
    '"symetric"',
    'did you mean "symmetric"? choose one of symmetric, asymmetric',
  ],
  [
    "an unknown precision",
    (s) => {
      s.solver.precision = "half";
    },
    "solver.precision",
    '"half"',
    "choose one of double, single",
  ],
  // wrong types
  ["a list for a scene", "[]", "scene", "[]", "give an object { … }"],
  ["a number for a scene", "7", "scene", "7", "give an object { … }"],
  ["null for a scene", "null", "scene", "null", "give an object { … }"],
  [
    "a number for a cloth",
    (s) => {
      s.cloths = [3];
    },
    "cloths[0]",
    "3",
    "give an object { … }",
  ],
  [
    "an object for cloths",
    (s) => {
      s.cloths = {};
    },
    "cloths",
    "an object with no keys",
    "give a list [ … ]",
  ],
  [
    "a word for a number",
    (s) => {
      s.timestep = "0.01";
    },
    "timestep",
    '"0.01"',
    "give a finite number above 0 and up to 1000000 [s]",
  ],
  [
    "a number for gravity",
    (s) => {
      s.gravity = -9.81;
    },
    "gravity",
    "-9.81",
    "give three numbers [x, y, z], or an object with x, y and z",
  ],
  [
    "gravity in the plane",
    (s) => {
      s.gravity = [0, -9.81];
    },
    "gravity",
    "2 entries",
    "give three numbers [x, y, z], or an object with x, y and z",
  ],
  [
    "a number for a title",
    (s) => {
      s.title = 3;
    },
    "title",
    "3",
    "give a string of at most 2000 characters",
  ],
  [
    "a list for a pin",
    (s) => {
      s.cloths[0].pins = [[0]];
    },
    "cloths[0].pins[0]",
    "[0]",
    "give an object { … }",
  ],
  [
    "a word for an option",
    (s) => {
      s.solver.bending = "yes";
    },
    "solver.bending",
    '"yes"',
    "give true or false",
  ],
  [
    "sizes nobody has memory for",
    (s) => {
      s.cloths = [{ grid: { columns: 1e6, rows: 1e6, width: 1, height: 1 } }];
    },
    "cloths[0].grid.rows",
    "1000000 × 1000000 vertices",
    "use at most 2000000 in all",
  ],
  // texts that are not JSON
  ["an empty file", "", "SCENE:1", "the end of the file", "give a value here"],
  [
    "a comment",
    '{\n  // a scene\n  "drape": 1 }',
    "SCENE:2",
    '"// a scene\\n "',
    'give a key in double quotes, or remove the comma before "}"',
  ],
  ["a comma too many", '{\n"drape": 1,\n}', "SCENE:3", '"}"', 'give a key in double quotes, or remove the comma before "}"'],
  ["a comma missing", '{"drape": 1 "cloths": []}', "SCENE:1 drape", '"\\"cloths\\": []"', "put a comma or } here"],
  ["a file cut short", '{"drape": 1, "cloths": [', "SCENE:1 cloths[0]", "the end of the file", "give a value here"],
  ["a string without end", '{"drape": 1, "title": "x', "SCENE:1 title", "a string without end", 'close it with "'],
  ["two scenes in a file", "{}\n{}", "SCENE:2", '"{}"', "remove what follows the last brace"],
  [
    "a key that would forge a second line",
    (s) => {
      s["a\nb\u001b[31m\u2028"] = 1;
    },
    "a\\u000ab\\u001b[31m\\u2028",
    "a field that does not exist",
    "known here: ",
  ],
];

describe("a scene that is wrong ends in one line", () => {
  test.each(CASES)("%s", async (_name, scene, where, got, advice) => {
    const said = await refusal(scene);
    const wanted = line(where, got, advice);
    // a list of choices may go on: it grows with the catalogue
    if (/(choose one of|known here:|takes jacobian, tolerance,) ?$/.test(advice)) {
      expect(said.startsWith(wanted.slice(0, -1))).toBe(true);
    } else expect(said).toBe(wanted);
  });

  test("nested ten thousand deep", async () => {
    const deep = (open: string, close: string): string => `{"drape":1,\n"cloths":${open.repeat(1e4)}${close.repeat(1e4)}}`;
    const wanted = line("SCENE:2", "lists or objects nested more than 32 deep", "flatten the file");
    expect(await refusal(deep("[", "]"))).toBe(wanted);
    expect(await refusal(deep('{"a":', "}"))).toBe(wanted);
  });

  test("a million open brackets and nothing else", async () => {
    expect(await refusal("[".repeat(1e6))).toBe(line("SCENE:1", "lists or objects nested more than 32 deep", "flatten the file"));
  });

  test("binary garbage, without sending it to the terminal", async () => {
    const bytes = Buffer.from([0, 1, 2, 27, 91, 51, 49, 109, 255, 254, 0x9b, 10, 13, 200]);
    expect(await refusal(bytes)).toMatch(/^drape: SCENE:1: got \\u0000\\u0001\\u0002\\u001b; JSON has only finite numbers/);
    const noise = Buffer.from(Uint32Array.from({ length: 5000 }, (_, i) => Math.imul(i + 1, 0x9e3779b1)).buffer);
    expect(await refusal(noise)).toMatch(/^drape: SCENE:\d+: got /);
  });

  test("a byte order mark is no fault; what follows is judged by itself", async () => {
    expect(await refusal("\ufeff{}")).toBe(line("drape", "nothing", 'a scene starts with "drape": 1, its format version'));
  });

  test("a file of 200 MB, or one that no memory could hold, is refused by its size", async () => {
    const path = join(folder, "big.json");
    for (const size of [200_000_000, 5_000_000_000]) {
      writeFileSync(path, "");
      truncateSync(path, size); // holes: it takes no room on the disk
      expect(await refusalOf(path, join(folder, `out-${size}`))).toBe(line(path, `${size} bytes`, "keep it below 64000000 bytes"));
    }
  });

  test("check says the same line", async () => {
    for (const [, scene] of CASES.filter((_, n) => n % 30 === 0)) {
      const path = write(scene);
      const checked = await callCli(["check", path]);
      const ran = await callCli(["run", path]);
      expect(checked.stderr).toMatch(/^drape: .+: got .+; .+\n$/);
      expect(checked).toEqual(ran);
      expect(checked.code).toBe(1);
    }
  });

  test("no such file, a folder, a file that is too far away", async () => {
    const missing = join(folder, "missing.json");
    expect(await refusalOf(missing, join(folder, "out-missing"))).toBe(line(missing, "no such file", "check the name and the folder"));
    expect(await refusalOf(folder, join(folder, "out-folder"))).toBe(line(folder, "something that is not a file", "name a file"));
    const below = join(writeScene(folder, "plain.json", "{}"), "scene.json");
    expect(await refusalOf(below, join(folder, "out-below"))).toBe(
      line(below, "a file that cannot be reached", "check the name and the folder"),
    );
  });

  test("drape check builds the scene, and so tells of names that only the built cloth knows", async () => {
    const garment = (vertices: string): string =>
      write((s) => {
        s.figures = [{}];
        s.cloths = [{ garment: { kind: "skirt" }, attachments: [{ vertices, to: "figure.hips" }] }];
      });
    const { code, stderr } = await callCli(["check", garment("wast")]);
    expect([code, stderr]).toEqual([
      1,
      line("cloths[0].attachments[0].vertices", '"wast"', 'did you mean "waist"? give one of waist, hem, all, or vertex numbers'),
    ]);
    expect((await callCli(["check", garment("waist")])).stdout).toContain(": fine — ");
  });

  test("what this version cannot carry out is refused, not ignored", async () => {
    expect(
      await refusal((s) => {
        s.events = [{ at: 1, reset: true }];
      }),
    ).toBe("drape: events[0]: this version carries out release and cut events only; remove the others\n");
  });
});
