import { createSimulation } from "drape";
import { createClothMesh } from "drape/three";
import type { Scene } from "three";

/** Hangs a cape in a three.js scene. Call what it gives back once a frame, with the seconds since the last frame. */
export async function addCape(scene: Scene): Promise<(seconds: number) => void> {
  const grid = { columns: 21, rows: 31, width: 0.8, height: 1.2, origin: [-0.4, 1.5, 0] };
  const wind = { velocity: [0.5, 0, -2.5], density: 0.2, gusts: { strength: 0.6, period: 0.7 } };
  const gather = (vertex: number) => [
    { at: 0, offset: [0, 0, 0] },
    { at: 0.5, offset: [0.016 * (10 - vertex), 0, 0] },
  ];
  const pins = [0, 4, 8, 12, 16, 20].map((vertex) => ({ vertex, motion: { keyframes: gather(vertex) } }));
  const simulation = await createSimulation({ drape: 1, wind, cloths: [{ grid, fabric: "jersey", pins }] });
  const cloth = createClothMesh(simulation);
  scene.add(cloth.mesh);
  return (seconds) => {
    simulation.update(seconds);
    cloth.update();
  };
}
