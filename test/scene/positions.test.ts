import { describe, expect, test } from "vitest";
import { createSimulation, type Simulation } from "../../src/index.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { applyEdit } from "../../src/sim/revise.ts";
import { createRevision, type Revision } from "../../src/sim/revision.ts";
import type { SimulationSetup } from "../../src/sim/setup.ts";
import type { Json } from "./sample-scenes.ts";

const GRID = { columns: 3, rows: 3, width: 1, height: 1 };
/** Where the grid puts its nine vertices. */
const FLAT = Array.from({ length: 9 }, (_, i) => [0.5 * (i % 3), -0.5 * Math.floor(i / 3), 0]).flat();

function gridScene(cloth: Json, more: Json = {}): Json {
  return { drape: 1, gravity: [0, 0, 0], cloths: [{ grid: GRID, ...cloth }], ...more };
}

function build(scene: Json): Promise<SimulationSetup> {
  return buildScene(parseScene(scene), async () => "");
}

function read(simulation: Simulation): number[] {
  const x = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(x);
  return [...x];
}

/** Moves every number by up to `size`, by a rule without pattern. */
function disturb(positions: readonly number[], size: number): number[] {
  return positions.map((value, c) => value + size * (((c * 7919) % 101) / 50 - 1));
}

describe("positions of a cloth", () => {
  test("are where its vertices start, in the order of the scene", async () => {
    const first = disturb(FLAT, 0.2);
    const second = disturb(FLAT, 0.3);
    const scene = gridScene({ positions: first });
    scene.cloths.push({ disk: { rings: 1, radius: 1 } }, { grid: GRID, positions: Float64Array.from(second) });
    const x = read(await createSimulation(scene));
    expect(x.slice(0, 27)).toEqual(first);
    expect(x.slice(-27)).toEqual(second);
    expect(x.slice(27, 30)).toEqual([0, 0, 0]);
  });

  test("leave masses, springs, hinges and material coordinates to the bit as they are", async () => {
    const [plain, moved] = [await build(gridScene({})), await build(gridScene({ positions: disturb(FLAT, 0.2) }))];
    const { restPositions, ...cloth } = moved.cloth;
    expect(cloth).toEqual(plain.cloth);
    expect(restPositions).toEqual(plain.positions);
    expect(moved.uv).toEqual(plain.uv);
    const taut = await createSimulation(gridScene({ positions: FLAT.map((value) => 1.1 * value) }));
    expect(taut.view.measure().strainMax).toBeCloseTo(0.1, 12);
  });

  test("a closed garment is cut as if it had none", async () => {
    const cloth: Json = { garment: { kind: "skirt", spacing: 0.08 } };
    const scene: Json = { drape: 1, figures: [{}], cloths: [cloth] };
    const plain = await build(scene);
    cloth.positions = new Array(plain.positions.length);
    plain.sceneIndex.forEach((vertex, i) => {
      for (let c = 0; c < 3; c++) cloth.positions[3 * vertex + c] = plain.positions[3 * i + c];
    });
    cloth.positions = disturb(cloth.positions, 0.05);
    const cut = ({ cloth, sceneIndex, uv, positions, pins }: SimulationSetup): Revision => {
      const corners = Uint32Array.from({ length: 60 }, (_, h) => h);
      return applyEdit(createRevision({ cloth, sceneIndex, uv, positions, pins }), { kind: "cut", corners }).revision;
    };
    const [one, other] = [cut(plain), cut(await build(scene))];
    expect(one.cloth.particleCount).toBeGreaterThan(plain.cloth.particleCount);
    expect(other.cloth.mass).toEqual(one.cloth.mass);
    expect(other.cloth.springs).toEqual(one.cloth.springs);
    expect(other.start).not.toEqual(one.start);
  });

  test("pins hold vertices there, and motions start there", async () => {
    const positions = disturb(FLAT, 0.2);
    const motion = {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: 1, offset: [0, 0, 1] },
      ],
    };
    const simulation = await createSimulation(gridScene({ positions, pins: [0, { vertex: 4, motion }] }));
    for (let n = 0; n < 3; n++) simulation.step(0.1);
    const x = read(simulation);
    expect(x.slice(0, 3)).toEqual(positions.slice(0, 3));
    expect(x[14]).toBeCloseTo(positions[14] + 0.3, 12);
    expect(x.slice(12, 14)).toEqual(positions.slice(12, 14));
  });

  test("attached vertices start where the shape puts them and follow the figure bit for bit as without", async () => {
    const cloth: Json = {
      grid: { columns: 6, rows: 7, width: 0.3, height: 0.5, origin: [-0.15, 1.35, -0.2] },
      attachments: [{ vertices: "top", to: "figure" }],
    };
    const scene: Json = { drape: 1, figures: [{ motion: { cycle: "dance" } }], cloths: [cloth] };
    const plain = await createSimulation(scene);
    cloth.positions = disturb(read(plain), 0.01);
    const moved = await createSimulation(scene);
    const [start, other] = [read(plain), read(moved)];
    expect(other.slice(0, 18)).toEqual(start.slice(0, 18));
    expect(other.slice(18)).toEqual(cloth.positions.slice(18));
    for (let n = 0; n < 60; n++) {
      plain.step();
      moved.step();
      expect(read(moved).slice(0, 18)).toEqual(read(plain).slice(0, 18));
    }
    expect(Math.hypot(...[0, 1, 2].map((c) => read(moved)[c] - start[c]))).toBeGreaterThan(0.01);
  });

  test("leashes go by the place and the normal of the shape, wherever the cloth starts", async () => {
    const body = { sphere: { center: [0, -9, 0], radius: 1 }, name: "ball" };
    const attachments = [{ vertices: "all", to: "ball", maxDistance: 0.3, backstop: 0.02 }];
    /** Height of each vertex after a step of a sheet that starts at height z, inside out or not. */
    const heights = async (z: number, isInsideOut: boolean): Promise<number[]> => {
      const positions = FLAT.map((value, c) => (c % 3 === 0 && isInsideOut ? 1 - value : c % 3 === 2 ? z : value));
      const simulation = await createSimulation(gridScene({ positions, attachments }, { colliders: [body] }));
      simulation.step();
      const x = read(simulation);
      for (let i = 0; i < 9; i++) {
        const away = Math.hypot(...[0, 1, 2].map((c) => x[3 * i + c] - FLAT[3 * i + c]));
        expect(away).toBeLessThan(0.3 + 1e-12);
      }
      return x.filter((_, c) => c % 3 === 2);
    };
    const [above, below] = [await heights(0.2, false), await heights(-0.2, false)];
    const inFront = above[4] > 0.1 ? above : below;
    const behind = above[4] > 0.1 ? below : above;
    for (let i = 0; i < 9; i++) {
      expect(Math.abs(inFront[i])).toBeCloseTo(0.2, 12);
      expect(Math.abs(behind[i])).toBeCloseTo(0.02, 12);
    }
    // inside out, the left and right border come back by 0.3 m at most; the middle column is where it was
    const turned = [await heights(0.2, true), await heights(-0.2, true)];
    expect(turned[0][4]).toBeCloseTo(above[4], 12);
    expect(turned[1][4]).toBeCloseTo(below[4], 12);
  });

  test.each<[string, Json, string]>([
    [
      "too few",
      { positions: FLAT.slice(3) },
      "cloths[0].positions: got 24 numbers; give 27, three for each of the cloth's 9 vertices, or leave them out",
    ],
    [
      "one too many",
      { positions: [...FLAT, 0] },
      "cloths[0].positions: got 28 numbers; give 27, three for each of the cloth's 9 vertices, or leave them out",
    ],
    ["none", { positions: [] }, "cloths[0].positions: got 0 numbers; give 27, three for each of the cloth's 9 vertices, or leave them out"],
    ["no list", { positions: { x: 0 } }, 'cloths[0].positions: got an object with the keys "x"; give a list [ … ]'],
    ["vectors", { positions: [[0, 0, 0]] }, "cloths[0].positions[0]: got [0,0,0]; give a finite number"],
    ["a word", { positions: [...FLAT.slice(1), "0"] }, 'cloths[0].positions[26]: got "0"; give a finite number'],
    ["no number", { positions: [...FLAT.slice(1), Number.NaN] }, "cloths[0].positions[26]: got NaN; give a finite number"],
    ["infinity", { positions: [Number.POSITIVE_INFINITY] }, "cloths[0].positions[0]: got Infinity; give a finite number"],
    ["far too many", { positions: new Array(6_000_003) }, "cloths[0].positions: got 6000003 numbers; give at most 6000000"],
    [
      "a network",
      { grid: undefined, network: { positions: [[0, 0, 0]], masses: 1 }, positions: [0, 0, 0] },
      "cloths[0].positions: got positions beside a network; give those of the network alone",
    ],
  ])("%s: is told in a sentence", async (_, cloth, message) => {
    await expect(createSimulation(gridScene(cloth))).rejects.toThrow(message);
  });
});
