import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createSimulation, parseScene, type Scene, type SceneInput } from "../../src/index.ts";
import { METHODS } from "../../src/methods/catalog.ts";
import { describeMethod } from "../../src/methods/method-words.ts";
import { GROUND } from "../../src/scene/ground.ts";
import { ABILITIES, type Ability } from "../../src/scene/load-abilities.ts";
import { loadMethod } from "../../src/scene/load-method.ts";
import { loadScene } from "../../src/scene/load-scene.ts";
import { ROOMS } from "../../src/scene/rooms.ts";
import { ROOT } from "../docs/pages.ts";
import { some } from "../support/full.ts";

const GRID = { columns: 9, rows: 9, width: 1, height: 1, origin: [-0.5, 0.4, -0.5], v: [0, 0, 1] } as const;
const SCENE: SceneInput = {
  drape: 1,
  cloths: [{ grid: GRID, fabric: "silk", pins: [0] }],
  colliders: [{ sphere: { center: [0, 0, 0], radius: 0.3 } }],
};

const SCENES = readdirSync(join(ROOT, "scenes")).filter((name) => name.endsWith(".json"));

describe("rooms", () => {
  test.each(Object.entries(ROOMS))("%s reaches all that every scene needs", async (_, load) => {
    expect((await load()).GROUND).toBe(GROUND);
  });

  test.each(METHODS)("$name is loaded by its name", async (method) => {
    const loaded = await loadMethod(method.name);
    if (loaded?.loadFallback !== undefined || method.choose !== undefined)
      expect(JSON.stringify(loaded)).toBe(JSON.stringify(method)); // but for functions
    else expect(loaded).toBe(method);
  });

  test("a name that no method has gives none", async () => {
    expect(await loadMethod("leapfrog")).toBeUndefined();
  });
});

describe("a scene that is loaded", () => {
  /** Without what is a function, with methods by their names, and fabrics without their words, which people read in what parsing gives. */
  const plain = (scene: Scene): unknown =>
    JSON.parse(
      JSON.stringify(scene, (key, value) => {
        if (key === "method") return value.name;
        if (key === "fabric") return { ...value, title: undefined, source: undefined, measured: undefined };
        return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
      }),
    );

  test.each(some(SCENES, 8))("%s is what parsing gives", async (name) => {
    const scene = JSON.parse(readFileSync(join(ROOT, "scenes", name), "utf8"));
    expect(plain(await loadScene(scene))).toEqual(plain(parseScene(scene)));
  });

  test.each([
    { ...SCENE, solver: { method: "leapfrog" } },
    { ...SCENE, solver: { tolerence: 1 } },
    { ...SCENE, solver: { method: "verlet", sweeps: [3] } },
    { ...SCENE, cloths: [{ grid: GRID, mesh: "shirt.obj" }] },
    { ...SCENE, cloths: [{ garment: { kind: "hat" } }] },
    { ...SCENE, figures: [{ height: 9 }] },
    { ...SCENE, colliders: [{ ball: {} }] },
    { ...SCENE, colliders: [{ sphere: { center: [0, 0, 0], radius: 1 }, blend: 1 }] },
    { drape: 1, cloths: 3, colliders: "none", variants: [null], solver: 7 },
    null,
    [],
  ])("is refused in the words of parseScene: %j", async (scene) => {
    let message = "";
    try {
      parseScene(scene);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).not.toBe("");
    await expect(loadScene(scene)).rejects.toThrow(message);
  });

  test("may have options of other methods, and names them so", async () => {
    const scene = { ...SCENE, solver: { method: "verlet", tolerance: 0.01 } };
    const { method, options } = (await loadScene(scene)).solver;
    expect({ method: describeMethod(method), options }).toEqual(parseScene(scene).solver);
  });
});

describe("abilities", () => {
  /** What needs each of them. */
  const USES: Record<Ability, (simulation: Awaited<ReturnType<typeof createSimulation>>) => unknown> = {
    cut: ({ edit }) => edit.cut([[0, 1]]),
    throw: ({ bodies }) => bodies.throwBall({ position: [0, 1, 0], velocity: [0, -1, 0], radius: 0.1, mass: 1 }),
    blow: (simulation) => simulation.setJet({ position: [0, 0, 1], direction: [0, 0, -1], angle: 0.3, speed: 5, airDensity: 1.2 } as never),
    measure: ({ view }) => view.measure(),
    inspect: ({ view }) => view.inspect(),
    view: ({ view }) => view.springs(),
  };

  test.each(ABILITIES)("%s is there without a list and where it is listed, and refused otherwise", async (ability) => {
    const refusal = new RegExp(`made without it; name "${ability}" among its abilities`);
    const use = (simulation: Awaited<ReturnType<typeof createSimulation>>) => () => USES[ability](simulation);
    expect(use(await createSimulation(SCENE))).not.toThrow(refusal);
    expect(use(await createSimulation(SCENE, { abilities: [ability] }))).not.toThrow(refusal);
    expect(use(await createSimulation(SCENE, { abilities: [] }))).toThrow(refusal);
  });

  test("change no bit", async () => {
    const hashes = [];
    for (const abilities of [[], ABILITIES]) {
      const simulation = await createSimulation(SCENE, { abilities });
      for (let n = 0; n < 20; n++) simulation.step();
      hashes.push(simulation.hash());
    }
    expect(hashes[0]).toBe(hashes[1]);
  });

  test("that nobody has are refused", async () => {
    await expect(createSimulation(SCENE, { abilities: ["fly"] as never })).rejects.toThrow(/abilities\[0\]: got "fly"/);
    await expect(createSimulation(SCENE, { abilities: "cut" as never })).rejects.toThrow(/abilities: got/);
  });

  test("that the scene itself needs are there all the same", async () => {
    const cut = [[4, 13] as const, [13, 22] as const];
    const scene: SceneInput = { ...SCENE, events: [{ at: 0, cut }] };
    const simulation = await createSimulation(scene, { abilities: [] });
    simulation.step();
    expect(simulation.revision).toBeGreaterThan(0);
  });
});
