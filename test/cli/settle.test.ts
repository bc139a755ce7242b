import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createSimulation } from "../../src/index.ts";
import { formatScene } from "../../src/output/scene-json.ts";
import { settleScene } from "../../src/scene/settle-scene.ts";
import { type Json, squareScene } from "../scene/sample-scenes.ts";
import { callCli } from "../support/call-cli.ts";
import { makeFolder, writeScene } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);

/** A coarse skirt on a figure that stands, or does something else. */
function skirtScene(cycle: string): Json {
  return {
    drape: 1,
    title: "A skirt",
    solver: { method: "implicit-euler", tolerance: 1e-4 },
    cloths: [
      {
        garment: { kind: "skirt", spacing: 0.07 },
        attachments: [{ vertices: "waist", to: "figure" }],
      },
    ],
    figures: [{ motion: { cycle } }],
    colliders: [{ plane: {} }],
    collision: { self: true, thickness: 0.002 },
  };
}

/** A sheet that falls on a ball, which goes away at once while wind blows and pins let go. */
function ballScene(): Json {
  return {
    drape: 1,
    cloths: [
      {
        grid: { columns: 9, rows: 9, width: 0.8, height: 0.8, origin: [-0.4, 0.32, -0.4], v: [0, 0, 1] },
        velocity: [3, 0, 0],
        pins: [
          { vertex: 0, motion: { sine: { direction: [0, 1, 0], amplitude: 1, frequency: 1 } } },
          { vertex: 8, release: 0 },
        ],
      },
    ],
    colliders: [
      {
        sphere: { center: [0, 0, 0], radius: 0.3 },
        motion: {
          keyframes: [
            { at: 0, offset: [0, 0, 0] },
            { at: 0.5, offset: [0, -9, 0] },
          ],
        },
      },
    ],
    wind: { velocity: [20, 0, 0], density: 1 },
    events: [
      {
        at: 0,
        cut: [
          [4, 13],
          [13, 22],
        ],
      },
    ],
  };
}

/** The most kinetic energy within the first half second [J]. */
async function peakEnergy(scene: Json): Promise<number> {
  const simulation = await createSimulation(scene);
  let peak = 0;
  while (simulation.time < 0.5) {
    simulation.step();
    peak = Math.max(peak, simulation.view.measure().kinetic);
  }
  expect(simulation.view.inspect().intersections).toBe(0);
  return peak;
}

describe("drape settle", () => {
  test("a garment starts a hundred times calmer, the same bits each time, and nothing else of the scene changes", async () => {
    const scene = skirtScene("stand");
    const path = writeScene(folder, "skirt.json", scene);
    const out = join(folder, "settled.json");
    const { code, stdout, stderr } = await callCli(["settle", path, "--out", out]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/settled\.json: (not quite )?at rest after [\d.]+ s, .* 0 intersections, 0\.00 mm deep/);
    const text = readFileSync(out, "utf8");
    const settled = JSON.parse(text);
    const { positions, ...cloth } = settled.cloths[0];
    expect({ ...settled, cloths: [cloth] }).toEqual(scene);
    expect(positions.every((value: number) => Number(value.toFixed(5)) === value)).toBe(true);
    expect(text).toBe(formatScene(settled));
    // a figure that walks stands still while its skirt settles; without --out the scene goes to stdout
    const walking = await callCli(["settle", writeScene(folder, "walk.json", skirtScene("walk"))]);
    expect(JSON.parse(walking.stdout).cloths[0].positions).toEqual(positions);
    const [before, after] = [await peakEnergy(scene), await peakEnergy(settled)];
    expect(before).toBeGreaterThan(1e-3);
    expect(after).toBeLessThan(0.01 * before);
    // what is settled settles at once
    const again = await settleScene(settled, { seconds: 1 });
    expect(again.isAtRest).toBe(true);
    expect(again.inspection).toMatchObject({ intersections: 0, maxPenetration: 0 });
  });

  test("bodies and pins stay where they are at time 0, no wind blows, and nothing is cut or let go", async () => {
    const scene = ballScene();
    const path = writeScene(folder, "ball.json", scene);
    const { code, stdout, stderr } = await callCli(["settle", path, "--seconds", "2", "--out", path, "--quiet"]);
    expect([code, stdout, stderr]).toEqual([0, "", ""]);
    const x: number[] = JSON.parse(readFileSync(path, "utf8")).cloths[0].positions;
    expect(x.length).toBe(3 * 81);
    expect(x.slice(0, 3)).toEqual([-0.4, 0.32, -0.4]);
    expect(x.slice(24, 27)).toEqual([0.4, 0.32, -0.4]);
    for (let i = 0; i < 81; i++) {
      expect(Math.hypot(x[3 * i], x[3 * i + 1], x[3 * i + 2])).toBeGreaterThan(0.3);
      // the sheet and its start are the same from left and right
      const mirrored = 9 * Math.floor(i / 9) + 8 - (i % 9);
      expect(Math.abs(x[3 * i + 1] - x[3 * mirrored + 1])).toBeLessThan(0.05);
    }
    expect(Math.min(...x.filter((_, c) => c % 3 === 1))).toBeLessThan(0.2);
  });

  test("any method's scene settles, with triangles where the method has them", async () => {
    const grid = { columns: 4, rows: 4, width: 1, height: 1 };
    const settle = async (solver: Json): Promise<number[]> => {
      const scene: Json = { drape: 1, timestep: 0.01, solver, cloths: [{ grid, fabric: "rubber", pins: ["top"] }] };
      const { cloths } = (await settleScene(scene as never, { seconds: 2 })).scene;
      return (cloths[0] as Json).positions;
    };
    const springs = await settle({ method: "implicit-euler" });
    const triangles = await settle({ method: "linear-triangle" });
    expect(await settle({ method: "explicit-euler" })).toEqual(springs);
    expect(await settle({ method: "triangle-implicit" })).toEqual(triangles);
    expect(triangles).not.toEqual(springs);
    // 0.37 kg/m² · 9.81 m/s² · (1 m)²/2 over 600 N/m: it hangs 3 mm lower
    for (const x of [springs, triangles]) expect(x[3 * 13 + 1]).toBeCloseTo(-1.003, 3);
  });

  test("meshes beside the scene are found", async () => {
    writeScene(folder, "sheet.obj", "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 2 3 4\n");
    const path = writeScene(folder, "mesh.json", { drape: 1, cloths: [{ mesh: "sheet.obj", pins: [0, 1] }] });
    const { code, stdout } = await callCli(["settle", path]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).cloths[0].positions[7]).toBeLessThan(-0.5);
  });

  test.each<[string, string[], string]>([
    ["no scene", [], "settle: got 0 scenes; name one scene file"],
    ["a network", ["square.json"], "cloths[0].network: got a network; only grids, disks, meshes and garments can be settled"],
    ["no time", ["skirt.json", "--seconds", "0"], "--seconds: got 0; give a finite number above 0 and up to 1000 [s]"],
    ["another ending", ["skirt.json", "--out", "x.obj"], "--out: got x.obj; give it the ending .json"],
    ["a folder", ["skirt.json", "--out", "no/x.json"], "no/x.json: got ENOENT; name a folder that exists and can be written to"],
  ])("%s: is told in a sentence, and nothing is written", async (_, args, message) => {
    writeScene(folder, "square.json", squareScene());
    writeScene(folder, "skirt.json", skirtScene("stand"));
    const before = readdirSync(folder).sort();
    expect(await callCli(["settle", ...args], folder)).toEqual({ code: 1, stdout: "", stderr: `drape: ${message}\n` });
    expect(readdirSync(folder).sort()).toEqual(before);
  });
});
