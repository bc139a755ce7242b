import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { squareScene } from "../scene/sample-scenes.ts";
import { ROOT } from "../support/run-cli.ts";
import type { BaseScene } from "./mutation.ts";

const FOLDER = join(ROOT, "scenes");

/** The scenes of the gallery, and a few small ones that it has nothing like. */
export async function readBaseScenes(): Promise<readonly BaseScene[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".json")).sort();
  const gallery = await Promise.all(
    names.map(async (name) => ({ name: name.slice(0, -5), scene: JSON.parse(await readFile(join(FOLDER, name), "utf8")) })),
  );
  return [...gallery, ...SMALL];
}

/** Reads a mesh of the gallery; any other name has none. */
export function loadGalleryMesh(name: string): Promise<Uint8Array> {
  return readFile(join(FOLDER, name));
}

const SHEET = { columns: 21, rows: 21, width: 1, height: 1, origin: [-0.5, 1, -0.5], v: [0, 0, 1] };

const SMALL: readonly BaseScene[] = [
  { name: "sheet", scene: { drape: 1, cloths: [{ grid: SHEET }], colliders: [{ plane: {} }], collision: { self: true } } },
  {
    name: "two layers",
    scene: {
      drape: 1,
      solver: { method: "symplectic-euler" },
      timestep: 1e-3,
      cloths: [{ grid: SHEET }, { grid: { ...SHEET, origin: [-0.45, 1.01, -0.45] }, fabric: "silk" }],
      colliders: [{ sphere: { center: [0, 0.7, 0], radius: 0.25 } }],
      collision: { self: true, thickness: 0.004, broadPhase: "grid" },
    },
  },
  {
    name: "balloon",
    scene: {
      drape: 1,
      cloths: [{ disk: { rings: 8, radius: 0.4, sides: 2, origin: [0, 1, 0] }, pressure: 30, springModel: "asymmetric", pins: [0] }],
    },
  },
  { name: "network", scene: { ...squareScene(), timestep: 0.02, solver: { method: "rk4" }, collision: { self: true } } },
];
