/**
 * Makes many simulations, one after the other, and prints as JSON what becomes of its process (`Course`): of a sheet, of one that meets a body and itself and
 * is cut, or of a sheet in a world, here or in a worker. A program of its own:
 *
 *     node --expose-gc --import ./scripts/typescript.mjs test/sim/many-simulations.ts COUNT THREADS dispose|drop plain|contact|world|worker SIDE
 */
import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createSimulation, createWorld, type SceneInput } from "../../src/index.ts";

export interface Course {
  /** Resident memory after each simulation [bytes]. */
  readonly resident: readonly number[];
  /** Threads of the process: before, with the last simulation, after it is gone, and with another one after that. */
  readonly threads: readonly [number, number, number, number];
  /** Hashes of the first one, on one thread, and of the very last. */
  readonly hashes: readonly [number, number];
}

const [count, threads, side] = [process.argv[2], process.argv[3], process.argv[6]].map(Number);
const [way, kind] = process.argv.slice(4);

/** A pyramid upside down, whose base the cloth begins on. */
const BODY = {
  mesh: {
    positions: [
      [-0.3, 0, -0.3],
      [0.3, 0, -0.3],
      [0.3, 0, 0.3],
      [-0.3, 0, 0.3],
      [0, -0.5, 0],
    ],
    triangles: [
      [0, 2, 1],
      [0, 3, 2],
      [0, 1, 4],
      [1, 2, 4],
      [2, 3, 4],
      [3, 0, 4],
    ],
  },
};

const SCENE = {
  drape: 1,
  timestep: 0.001,
  cloths: [
    {
      grid: { columns: side, rows: side, width: 1, height: 1, v: [0, 0, 1], origin: [-0.5, 0.01, -0.5] },
      fabric: "cotton",
      pins: ["top-left"],
    },
  ],
  ...(kind === "contact" && { collision: { self: true }, colliders: [BODY] }),
} as unknown as SceneInput;

/** From the border to the middle. */
const CUT = Array.from({ length: side >> 1 }, (_, row) => [row * side + (side >> 1), (row + 1) * side + (side >> 1)] as const);

function countThreads(): number {
  return readdirSync("/proc/self/task").length;
}

async function makeWorld(threads: number): Promise<{ active: number; hash: number }> {
  const world = await createWorld({ cloths: SCENE.cloths, timestep: 0.001, threads, worker: kind === "worker" });
  world.update(0.002);
  await world.settle();
  const made = { active: countThreads(), hash: world.cloths[0].positions.reduce((sum, x) => sum + x, 0) };
  if (way === "dispose") world.dispose();
  return made;
}

async function makeOne(threads: number): Promise<{ active: number; hash: number }> {
  if (kind === "world" || kind === "worker") return makeWorld(threads);
  const simulation = await createSimulation(SCENE, { threads });
  simulation.step();
  if (kind === "contact") simulation.edit.cut(CUT);
  simulation.step();
  const made = { active: countThreads(), hash: simulation.hash() };
  if (way === "dispose") simulation.dispose();
  return made;
}

const first = await makeOne(1); // what Node starts by itself is there now
const before = countThreads();
const resident: number[] = [];
let active = 0;
for (let n = 0; n < count; n++) {
  active = (await makeOne(threads)).active;
  await sleep(0);
  resident.push(process.memoryUsage().rss);
}
while (countThreads() > before) {
  if (way === "drop") globalThis.gc?.();
  await sleep(20);
}
const after = countThreads();
const last = await makeOne(threads);
const course: Course = { resident, threads: [before, active, after, last.active], hashes: [first.hash, last.hash] };
console.log(JSON.stringify(course));
