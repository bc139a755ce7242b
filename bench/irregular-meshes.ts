/**
 * Milliseconds and iterations a step of meshes with slivers and without: a poncho of 8,500 vertices with ten slivers, and a lantern of 2,688 vertices with edges from 5e-8 m on, under
 * `auto` and, the poncho, under conjugate gradients to a hundredth.   npm run bench -- irregular-meshes
 */
import { createSimulation, type SceneInput } from "../src/index.ts";
import { lanternLike, type MeshArrays, ponchoLike } from "../test/support/irregular-meshes.ts";
import { publish, type Row } from "./support/table.ts";

const STEPS = 30;
const GRADIENTS = { method: "implicit-euler", tolerance: 1e-2, maxIterations: 1000, kernels: "wasm" };
const AUTO = { method: "auto" };

async function measure(name: string, mesh: MeshArrays, solver: object, pins: readonly unknown[]): Promise<Row> {
  const scene = { drape: 1, solver, cloths: [{ mesh: { ...mesh, weld: 0 }, fabric: "wool", pins }] } as unknown as SceneInput;
  const began = performance.now();
  const simulation = await createSimulation(scene, { threads: 1 });
  const made = performance.now();
  let iterations = 0;
  for (let k = 0; k < STEPS; k++) {
    simulation.step();
    iterations += simulation.report.iterations;
  }
  const ended = performance.now();
  return {
    mesh: name,
    vertices: simulation.particleCount,
    method: simulation.method,
    "ms to make": (made - began).toFixed(0),
    "ms a step": ((ended - made) / STEPS).toFixed(1),
    "iterations a step": (iterations / STEPS).toFixed(1),
    notices: simulation.notices.length,
  };
}

const held = [{ vertices: [0, 1, 2, 85, 86, 87] }];
const rows: Row[] = [];
for (const [name, slivers] of [
  ["sound poncho", 0],
  ["poncho with ten slivers", 10],
] as const) {
  rows.push(await measure(name, ponchoLike(50, 170, slivers), GRADIENTS, held));
  rows.push(await measure(name, ponchoLike(50, 170, slivers), AUTO, held));
}
rows.push(await measure("lantern, falling", lanternLike(4, 23, 24), AUTO, []));
rows.push(await measure("lantern, held at its top", lanternLike(4, 23, 24), AUTO, ["top"]));
publish("irregular-meshes", "wool, 30 steps", rows);
