import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createWorld } from "../../src/world/create-world.ts";
import type { World, WorldClothInput, WorldOptions } from "../../src/world/world.ts";
import { ROOT } from "../docs/pages.ts";
import { play, withWorld } from "./worlds.ts";

/** A sheet beside the others, of its own size. */
function sheet(n: number, more: Partial<WorldClothInput> = {}): WorldClothInput {
  const grid = {
    columns: 4 + ((5 * n) % 7),
    rows: 5 + ((3 * n) % 5),
    width: 0.8,
    height: 0.8,
    origin: [2 * n, 1, 0],
    v: [0, 0, 1],
  } as const;
  return { grid, pins: ["top"], fabric: n % 3 === 0 ? "silk" : "cotton", ...more };
}

/** A capsule below each sheet of so many. */
function capsules(count: number): WorldOptions["colliders"] {
  return Array.from({ length: count }, (_, n) => ({
    capsule: { from: [2 * n, 0.7, 0.4] as const, to: [2 * n + 0.8, 0.7, 0.4] as const, radius: 0.1 },
  }));
}

const SHEETS: WorldOptions = {
  wind: { velocity: [0.4, 0, 1], density: 1.2 },
  cloths: Array.from({ length: 12 }, (_, n) => sheet(n, n === 4 ? { tear: true, withTangents: true } : {})),
  colliders: capsules(12),
};

/** What a world shows: numbers that are the same if and only if all bits are. */
function shownBy(world: World): unknown {
  const cloths = world.cloths.map(({ name, positions, normals, tangents, triangles, isAsleep }) => {
    return [name, ...[positions, normals, tangents ?? [], triangles].map((array) => hash(array)), isAsleep];
  });
  return [world.time, world.displayTime, cloths, world.colliders.map(({ matrix }) => hash(matrix))];
}

function hash(array: ArrayLike<number>): string {
  const words = new Uint32Array(Float64Array.from(array).buffer);
  let sum = 0;
  for (const word of words) sum = (Math.imul(sum, 31) + word) | 0;
  return `${array.length}:${sum}`;
}

/** The life of a world, from frame to frame: what it has shown, and the events. */
async function live(options: WorldOptions): Promise<unknown[]> {
  return withWorld({ ...SHEETS, ...options }, async (world) => {
    const said: unknown[] = [];
    let frame = 0;
    const say = (what: string, cloth: string, more: unknown = ""): void => void said.push([frame, what, cloth, more]);
    world.on("tear", ({ cloth }) => say("tear", cloth.name));
    world.on("rest", ({ cloth }) => say("rest", cloth.name));
    world.on("contact", ({ cloth, collider, isTouching }) => say("contact", cloth.name, [collider.name, isTouching]));
    world.on("unstable", ({ cloths }) => say("unstable", cloths[0].name));
    const go = async (count: number, before: (n: number) => void = () => {}): Promise<void> => {
      await play(world, count, (n) => {
        frame++;
        before(n);
      });
      said.push(shownBy(world));
    };
    const [a, b, , , torn, , , , , cut] = world.cloths; // of two threads the first has a, the other the rest
    await go(8);
    // bodies move, hands and pins are told between updates
    const hit = world.pick({ origin: [2.4, 5, 0.3], direction: [0, -1, 0] });
    if (hit === undefined) throw new Error("there is no cloth");
    const hand = world.drag(hit);
    await go(10, (n) => {
      for (const [k, body] of world.colliders.entries()) body.move({ position: [0, 0.01 * n, 0.005 * k] });
      hand.moveTo([2.4, 1 + 0.03 * n, 0.3]);
      if (n === 3) a.grab(2, [0, 1.2, 0]);
      if (n === 5) b.pin([8, 9]);
      if (n === 7) a.release(2);
      if (n === 8) b.unpin([8]);
    });
    hand.release();
    // cloths and bodies come and go, settings change
    const late = await world.addCloth(sheet(12));
    const ball = await world.addCollider({ sphere: { center: [3, 0.6, 0.5], radius: 0.2 } });
    await go(5, () => ball.place({ position: [3, 0.8, 0.5], quaternion: [0, 0, 0, 1] }));
    await world.cloths[2].remove();
    await world.cloths[6].set({ fabric: "denim" });
    await world.set({ wind: { velocity: [0, 0, -2], density: 1.2 }, gravity: [0, -8, 0] });
    await go(5);
    late.attach([30], ball);
    await late.set({ pins: ["top-left"] });
    await cut.cutAlong([
      [18.3, 1, 1.2],
      [18.3, 1, 0.3],
    ]);
    await a.cut([
      [1, 5],
      [5, 9],
    ]);
    said.push([a.vertexCount, cut.vertexCount]);
    await go(5);
    // one is torn
    await go(12, (n) => {
      for (let i = 0; i < 3; i++) torn.grab(torn.vertexCount - 1 - i, [8 + 0.1 * i, 1 - 0.1 * n, 1 + 0.3 * n]);
    });
    await ball.remove();
    await world.step(3);
    said.push(shownBy(world));
    await world.reset();
    said.push(shownBy(world));
    await go(5);
    return said;
  });
}

/** Cloths that come to rest, each by itself, and are wakened by a body, a hand and a change. */
async function rest(options: WorldOptions): Promise<unknown[]> {
  const cloths = Array.from({ length: 4 }, (_, n) => sheet(n, { pins: [] }));
  const colliders: WorldOptions["colliders"] = [
    { plane: { point: [0, 0.99, 0], normal: [0, 1, 0] }, friction: 1 },
    { sphere: { center: [0.4, 4, 0.4], radius: 0.2 } },
  ];
  return withWorld({ cloths, colliders, ...options }, async (world) => {
    const said: unknown[] = [];
    let frame = 0;
    world.on("rest", ({ cloth }) => said.push([frame, cloth.name]));
    const go = (count: number, before: (n: number) => void = () => {}): Promise<void> =>
      play(world, count, (n) => {
        frame++;
        before(n);
        if (frame % 20 === 0) said.push(shownBy(world));
      });
    await go(180);
    said.push(world.cloths.map(({ isAsleep }) => isAsleep));
    await go(40, (n) => world.colliders[1].move({ position: [n < 20 ? 0 : 4, -0.05 * n, 0] }));
    world.cloths[1].grab(0, [2, 1.3, 0]);
    await go(20);
    await world.set({ gravity: [0, -9, 0] });
    await go(20);
    said.push(shownBy(world));
    return said;
  });
}

/** A step fails in one cloth, and the others go on. */
async function fail(options: WorldOptions): Promise<unknown[]> {
  const stretch = "free"; // else threads that cannot stretch hold it together
  const cloths = [
    sheet(0, { pins: [], stretch }),
    sheet(1, { pins: [], stretch }),
    sheet(2, { fabric: "denim", stretch }),
    sheet(3, { pins: [], stretch }),
  ];
  const timestep = 1 / 60;
  return withWorld({ cloths, timestep, solver: { method: "explicit-euler" }, ...options }, async (world) => {
    const said: unknown[] = [];
    world.on("unstable", ({ cloths: lost, error }) => said.push([lost.map(({ name }) => name), error.message]));
    await play(world, 60);
    said.push(world.failure?.message, shownBy(world));
    await world.reset();
    said.push(world.failure?.message, await world.step(100).catch((error: Error) => error.message), shownBy(world));
    await world.set({ solver: { method: "implicit-euler" } });
    await world.step(5);
    said.push(world.failure, shownBy(world));
    return said;
  });
}

/** Two cloths that weigh the same. */
const PAIR: WorldOptions = { cloths: [sheet(0), sheet(35)], colliders: capsules(2), threads: 2 };

/** The threads of this process. */
const countThreads = (): number => readdirSync("/proc/self/task").length;

const hasProc = existsSync("/proc/self/task");

describe("a world whose cloths are shared out over threads", () => {
  test("shows the bits of one thread, and tells the same events, through all that may happen", async () => {
    const one = await live({ threads: 1 });
    for (const what of ["tear", "contact"])
      expect(
        one.some((entry) => Array.isArray(entry) && entry[1] === what),
        what,
      ).toBe(true);
    expect(await live({ threads: 2 })).toEqual(one);
    expect(await live({ threads: 3 })).toEqual(one);
    expect(await live({ threads: 2, worker: true })).toEqual(one);
  });

  test("cloths come to rest and are wakened as on one thread", async () => {
    const one = await rest({ threads: 1 });
    expect(one).toContainEqual([true, true, true, true]);
    expect(await rest({ threads: 2 })).toEqual(one);
    expect(await rest({ threads: 3 })).toEqual(one);
  });

  test("a step that fails in one thread is told as on one, also where whole steps are taken", async () => {
    const one = await fail({ threads: 1 });
    expect(one[0]).toEqual([[expect.any(String)], expect.stringMatching(/^explicit-euler became unstable/)]);
    expect(await fail({ threads: 2 })).toEqual(one);
    expect(await fail({ threads: 3 })).toEqual(one);
  });

  test("a change that is wrong in one thread changes nothing in any, and is told by the numbers of the world", async () => {
    const wrong = { fabric: "sikl" } as unknown as Partial<WorldClothInput>;
    const make = (threads: number, isTried: boolean): Promise<unknown> =>
      withWorld({ ...SHEETS, threads }, async (world) => {
        await play(world, 3);
        const before = shownBy(world);
        const errors: unknown[] = [];
        const attempt = async (change: () => Promise<unknown>): Promise<void> => {
          if (isTried)
            await change().then(
              () => errors.push(`none in ${change}`),
              (error: Error) => errors.push(error.message),
            );
          expect(shownBy(world)).toEqual(before);
        };
        await attempt(() => world.addCloth({ ...sheet(13), ...wrong }));
        await attempt(() => world.addCloth({ ...sheet(13), ...wrong }));
        await attempt(() => world.cloths[0].set(wrong));
        await attempt(() => world.cloths[1].set(wrong));
        await attempt(() => world.addCollider({ sphere: { center: [0, 0, 0], radius: -1 } }));
        await attempt(() => world.set({ solver: { method: "implicit-eler" } as never }));
        await attempt(() => world.set({ gravity: [0, 1] as never }));
        await attempt(() => world.load({ cloths: [sheet(0), sheet(1), sheet(2), { ...sheet(3), ...wrong }, { ...sheet(4), ...wrong }] }));
        await attempt(() =>
          world.load({ cloths: [sheet(0), { ...sheet(1), ...wrong }, sheet(2)], gravity: [0, 0, 0] }, { keepState: true }),
        );
        await play(world, 5, (n) => world.colliders[1].move({ position: [0, 0.02 * n, 0] }));
        return [errors, shownBy(world)];
      });
    const [errors, shown] = (await make(1, true)) as [string[], unknown];
    expect(errors.filter((error) => !/ got /.test(error))).toEqual([]);
    expect(await make(2, true)).toEqual([errors, shown]);
    expect(await make(3, true)).toEqual([errors, shown]);
    expect(await make(2, false)).toEqual([[], shown]);
    for (const threads of [1, 2]) {
      const cloths = SHEETS.cloths?.map((cloth, n) => (n === 7 || n === 8 ? { ...cloth, ...wrong } : cloth));
      await expect(createWorld({ ...SHEETS, cloths, threads })).rejects.toThrow(/^cloths\[7\]\.fabric: got "sikl"/);
    }
  });

  test("another scene takes the place of the one that is there, with and without its state", async () => {
    const make = (threads: number): Promise<unknown> =>
      withWorld({ ...SHEETS, threads }, async (world) => {
        await play(world, 5);
        await world.load({ cloths: SHEETS.cloths?.slice(0, 5), colliders: capsules(2), timestep: 0.01 }, { keepState: true });
        await play(world, 5);
        const kept = shownBy(world);
        await world.load({ cloths: [sheet(1), sheet(2), sheet(3)], collision: { self: true } });
        await play(world, 5);
        return [kept, shownBy(world)];
      });
    const one = await make(1);
    expect(await make(2)).toEqual(one);
    expect(await make(3)).toEqual(one);
  });

  test("what onStep tells holds at the end of each step", async () => {
    const make = (threads: number): Promise<unknown> =>
      withWorld({ ...SHEETS, threads, timestep: 1 / 240 }, async (world) => {
        const times: number[] = [];
        for (let frame = 0; frame < 12; frame++) {
          world.update(1 / 60, (time) => {
            times.push(time);
            for (const body of world.colliders) body.move({ position: [0, 0.2 * Math.sin(9 * time), 0] });
          });
        }
        return [Math.max(...times), shownBy(world)];
      });
    expect(await make(2)).toEqual(await make(1));
  });

  test("cloths that are to meet must do so from the start", () =>
    withWorld({ ...SHEETS, threads: 2 }, async (world) => {
      await expect(world.set({ collision: { self: true } })).rejects.toThrow(
        "collision.self: got true; the cloths are shared out over threads",
      );
      await play(world, 1);
    }));

  test.runIf(hasProc)("dispose ends the threads, in a worker too, and a world that is dropped takes them along", async () => {
    await new Promise((resolve) => setTimeout(resolve, 2000)); // those of other tests have ended
    const before = countThreads();
    for (const [options, most] of [
      [{ threads: 3 }, 2],
      [{ threads: 2, worker: true }, 2],
    ] as const) {
      const world = await createWorld({ ...SHEETS, ...options });
      await play(world, 1);
      expect(countThreads() - before).toBeGreaterThanOrEqual(most);
      world.dispose();
      await expect.poll(countThreads, { timeout: 10_000 }).toBeLessThanOrEqual(before);
    }
    await (async () => void (await createWorld({ ...SHEETS, threads: 2 })).update(1 / 60))();
    await expect
      .poll(
        () => {
          (globalThis as { gc?(): void }).gc?.();
          return countThreads();
        },
        { timeout: 30_000 },
      )
      .toBeLessThanOrEqual(before);
  });

  test("worlds that are made and disposed of leave no memory behind", async () => {
    const make = async (): Promise<void> => {
      const world = await createWorld(PAIR);
      world.update(1 / 60);
      world.dispose();
    };
    for (let n = 0; n < 5; n++) await make();
    const before = process.memoryUsage().rss;
    for (let n = 0; n < 50; n++) await make();
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  });

  test("a thread that ends by itself is told", async () => {
    const code = `
      import { isMainThread } from "node:worker_threads";
      if (!isMainThread) new BroadcastChannel("end of threads").onmessage = () => process.exit(0);
      export default {};
    `;
    const modules = [`data:text/javascript,${encodeURIComponent(code)}`];
    const world = await createWorld({ ...PAIR, modules });
    world.update(1 / 60);
    const channel = new BroadcastChannel("end of threads");
    channel.postMessage("now");
    await new Promise((resolve) => setTimeout(resolve, 500));
    channel.close();
    const attempt = (): string => {
      try {
        world.update(1 / 60);
        return "";
      } catch (error) {
        return (error as Error).message;
      }
    };
    await expect.poll(attempt).toBe("a thread of the world has ended: it was closed; create another world");
    await expect(world.cloths[1].set({ fabric: "silk" })).rejects.toThrow("a thread of the world has ended");
    world.dispose();
  });

  test("a process ends without them", () => {
    const script = `
      const { createWorld } = await import(${JSON.stringify(join(ROOT, "src/index.ts"))});
      const grid = { columns: 5, rows: 5, width: 1, height: 1 };
      const world = await createWorld({ threads: 2, cloths: [{ grid }, { grid }] });
      world.update(1 / 60);
      console.log(world.cloths.length);
    `;
    const arguments_ = ["--import", join(ROOT, "scripts/typescript.mjs"), "--input-type=module", "-e", script];
    const { stdout, status, stderr } = spawnSync(process.execPath, arguments_, { encoding: "utf8", timeout: 120_000 });
    expect([stdout.trim(), status], stderr).toEqual(["2", 0]);
  });
});
