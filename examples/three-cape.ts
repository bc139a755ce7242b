import { createSimulation } from "drape";
import { createClothMesh } from "drape/three";
import type { Scene } from "three";

/** Hangs a cape in a three.js scene. Call what it gives back once a frame, with the seconds since the last frame. */
export async function addCape(scene: Scene): Promise<(seconds: number) => void> {
  const grid = { columns: 21, rows: 31, width: 0.8, height: 1.2, origin: [-0.4, 1.5, 0] };
  const wind = { velocity: [1, 0, -4], density: 0.3, gusts: { strength: 0.5, period: 0.7 } };
  const cloths = [{ grid, fabric: "stretch-wool", pins: ["top"] }];
  const simulation = await createSimulation({ drape: 1, solver: { tolerance: 1e-3 }, cloths, wind });
  const cloth = createClothMesh(simulation);
  scene.add(cloth.mesh);
  return (seconds) => {
    simulation.update(seconds);
    cloth.update();
  };
}
