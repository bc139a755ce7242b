import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CYCLES } from "../../src/figure/cycle-catalog.ts";
import { GARMENTS } from "../../src/figure.ts";
import { createSimulation, FABRIC_FIELDS, FABRICS, METHODS, parseScene } from "../../src/index.ts";
import { MAX_DEPTH, MAX_SCENE_LENGTH } from "../../src/input/json.ts";
import { SCENE_DEFAULTS } from "../../src/scene/scene-defaults.ts";
import { ROOT } from "../support/run-cli.ts";
import { type Json, squareScene } from "./sample-scenes.ts";

const PAGE = readFileSync(join(ROOT, "docs/scene-format.md"), "utf8");

/** The text under a heading, up to the next one. */
function section(heading: string): string {
  const match = new RegExp(`^#+ ${heading}\\n([\\s\\S]*?)(?=^#|(?![\\s\\S]))`, "m").exec(PAGE);
  expect(match, `no section ${heading}`).not.toBeNull();
  return (match as RegExpExecArray)[1];
}

/** The fields that a reader knows: it lists them when it meets one that it does not know. */
function knownFields(place: (scene: Json) => Json): string[] {
  const scene = squareScene();
  scene.events = [{ at: 1, release: [0] }];
  scene.wind = { velocity: [0, 0, 0], density: 1, gusts: { strength: 1, period: 1 } };
  scene.variants = [{ name: "other", solver: {} }];
  scene.camera = { position: [0, 0, 1], target: [0, 0, 0] };
  scene.collision = {};
  scene.colliders = [
    { plane: {} },
    { sphere: { center: [0, -9, 0], radius: 1 } },
    { capsule: { from: [0, -9, 0], to: [1, -9, 0], radius: 1 } },
    { cone: { from: [0, -9, 0], to: [1, -9, 0], radii: [1, 0.5] } },
    { box: { center: [0, -9, 0], halfSizes: [1, 1, 1] } },
    { box: { center: [0, -9, 0], halfSizes: [1, 1, 1], rotation: { axis: [0, 1, 0], angle: 1 } } },
    {
      heightField: {
        spacing: 1,
        heights: [
          [0, 0],
          [0, 0],
        ],
      },
    },
    {
      mesh: {
        positions: [
          [0, -9, 0],
          [1, -9, 0],
          [0, -9, 1],
        ],
        triangles: [[0, 1, 2]],
      },
    },
  ];
  const { network } = scene.cloths[0];
  network.triangleStiffness = {};
  const grid = { columns: 3, rows: 3, width: 1, height: 1 };
  const motion = {
    keyframes: [{ at: 0, offset: [0, 0, 0] }],
    sine: { direction: [1, 0, 0], amplitude: 1, frequency: 1 },
    rotation: { axis: [1, 0, 0], center: [0, 0, 0], speed: 1 },
  };
  scene.figures = [{ motion: { cycle: "walk" } }];
  const attachments = [{ vertices: [1], to: "figure" }];
  scene.cloths.push({
    grid,
    fabric: {},
    springs: { stretch: 1 },
    pins: [{ vertex: 0, motion }],
    damping: {},
    attachments,
  });
  scene.cloths.push({ disk: { rings: 2, radius: 1 } });
  scene.cloths.push({ mesh: { file: "a.obj" } });
  scene.cloths.push({ mesh: { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], groups: [{ names: ["a"], start: 0, count: 1 }] } });
  scene.colliders.push({ mesh: { file: "a.glb" } });
  expect(() => parseScene(scene)).not.toThrow();
  place(scene).thisFieldDoesNotExist = 1;
  let message = "";
  try {
    parseScene(scene);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toContain("thisFieldDoesNotExist: got a field that does not exist; known here: ");
  return message.slice(message.indexOf("known here: ") + 12).split(", ");
}

describe("docs/scene-format.md", () => {
  test.each<[string, (scene: Json) => Json]>([
    ["Scene", (s) => s],
    ["Cloth", (s) => s.cloths[0]],
    ["Grid", (s) => s.cloths[1].grid],
    ["Disk", (s) => s.cloths[2].disk],
    ["Mesh", (s) => s.cloths[3].mesh],
    ["Mesh", (s) => s.cloths[4].mesh],
    ["Mesh", (s) => s.cloths[4].mesh.groups[0]],
    ["Network", (s) => s.cloths[0].network],
    ["Network", (s) => s.cloths[0].network.triangleStiffness],
    ["Fabric", (s) => s.cloths[1].fabric],
    ["Raw springs", (s) => s.cloths[1].springs],
    ["Damping", (s) => s.cloths[0].damping],
    ["Pins", (s) => s.cloths[1].pins[0]],
    ["Attachments", (s) => s.cloths[1].attachments[0]],
    ["Figures", (s) => s.figures[0]],
    ["Figures", (s) => s.figures[0].motion],
    ["Motion", (s) => s.cloths[1].pins[0].motion],
    ["Motion", (s) => s.cloths[1].pins[0].motion.keyframes[0]],
    ["Motion", (s) => s.cloths[1].pins[0].motion.sine],
    ["Motion", (s) => s.cloths[1].pins[0].motion.rotation],
    ["Colliders", (s) => s.colliders[0]],
    ["Plane", (s) => s.colliders[0].plane],
    ["Sphere", (s) => s.colliders[1].sphere],
    ["Capsule, cone and cones", (s) => s.colliders[2].capsule],
    ["Capsule, cone and cones", (s) => s.colliders[3].cone],
    ["Box", (s) => s.colliders[4].box],
    ["Box", (s) => s.colliders[5].box.rotation],
    ["Height field", (s) => s.colliders[6].heightField],
    ["Mesh body", (s) => s.colliders[7].mesh],
    ["Mesh body", (s) => s.colliders[8].mesh],
    ["Collision", (s) => s.collision],
    ["Variants", (s) => s.variants[0]],
    ["Wind", (s) => s.wind],
    ["Wind", (s) => s.wind.gusts],
    ["Events", (s) => s.events[0]],
    ["Camera", (s) => s.camera],
  ])("%s: every field has its row, and every row its field", (heading, place) => {
    const fields = knownFields(place);
    const tables = section(heading)
      .trim()
      .split(/\n\n/)
      .filter((part) => part.startsWith("| field |"));
    const rows = tables.map((table) => [...table.matchAll(/^\| `([$\w]+)` \|/gm)].map((match) => match[1]));
    const sorted = [...fields].sort();
    expect(rows.map((names) => [...names].sort())).toContainEqual(sorted);
  });

  test("the fields of fabrics have the units, limits and defaults of the catalogue", () => {
    for (const { name, unit, default: value, min, max, summary } of FABRIC_FIELDS) {
      expect(section("Fabric")).toContain(`\n| \`${name}\` | number [${unit}] | ${value} | ${min} | ${max} | ${summary} |`);
    }
  });

  test("the presets have their values, and no other is listed", () => {
    const rows = FABRICS.map((f) => {
      const values = FABRIC_FIELDS.map(({ name }) => f[name]);
      return `| \`${f.name}\` | ${f.title} | ${f.measured ? "measured" : "typical"} | ${values.join(" | ")} |`;
    });
    const table = section("Fabric")
      .split("\n")
      .filter((line) => /\| (measured|typical) \|/.test(line));
    expect(table).toEqual(rows);
  });

  test("every kind of garment has its row, with its options and groups, and every cycle of figures is named", () => {
    const words = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
    for (const { name, summary, options, groups } of GARMENTS) {
      const own = options.map((option) => option.name).filter((option) => option !== "ease" && option !== "spacing");
      expect(section("Garment")).toContain(`\n| \`${name}\` | ${summary} | ${words(own)} | ${words(groups)} |\n`);
    }
    for (const cycle of Object.keys(CYCLES)) expect(section("Figures")).toContain(`\`"${cycle}"\``);
  });

  test("the defaults and limits that it tells are the code's", () => {
    const scene = section("Scene");
    expect(scene).toContain(`| \`[${SCENE_DEFAULTS.gravity.join(", ")}]\` | acceleration`);
    expect(SCENE_DEFAULTS.timestep).toBe(1 / 60);
    expect(scene).toContain(`| \`duration\` | number [s] | ${SCENE_DEFAULTS.duration} |`);
    expect(scene).toContain(`| \`seed\` | integer | ${SCENE_DEFAULTS.seed} |`);
    expect(PAGE.replaceAll(" ", "")).toContain(`|lengthofascene|${MAX_SCENE_LENGTH}bytes|`);
    expect(PAGE).toContain(`| nesting of lists and objects | ${MAX_DEPTH} |`);
  });

  test("every option of every method is named", () => {
    for (const name of METHODS.flatMap((method) => method.options.map((option) => option.name))) {
      expect(section("Solver")).toContain(`\`${name}\``);
    }
  });

  const examples = [...PAGE.matchAll(/^```json (\w+)\n([\s\S]*?)^```/gm)].map(([, kind, text]) => [kind, text]);

  test("has examples of each kind", () => {
    expect(new Set(examples.map(([kind]) => kind))).toEqual(new Set(["scene", "cloth", "field"]));
    expect(examples.length).toBeGreaterThanOrEqual(10);
  });

  test.each(examples)("its example %# (a %s) runs", async (kind, text) => {
    const cloth = '{ "grid": { "columns": 3, "rows": 3, "width": 1, "height": 1 }, "pins": [0] }';
    const whole = {
      scene: text,
      cloth: `{ "drape": 1, "cloths": [${text}] }`,
      field: `{ "drape": 1, "cloths": [${cloth}], ${text} }`,
    }[kind] as string;
    const simulation = await createSimulation(JSON.parse(whole));
    simulation.step();
    expect(simulation.steps).toBe(1);
  });
});
