import { createSimulation } from "drape";
import { addIdentity, type ForceFactory, NO_PAIRS } from "drape/extend";

/** A magnet at p that draws every particle like a spring of stiffness k [N/m]: E = ½ k |x − p|², f = −k (x − p), K = k I. */
function magnet(p: readonly number[], k: number): ForceFactory {
  return ({ particleCount }) => ({
    name: "magnet",
    role: "elastic",
    constantMatrix: true,
    pairs: NO_PAIRS,
    energy(x) {
      let sum = 0;
      for (let c = 0; c < 3 * particleCount; c++) sum += 0.5 * k * (x[c] - p[c % 3]) * (x[c] - p[c % 3]);
      return sum;
    },
    addForce(x, _v, _t, f, energy) {
      for (let c = 0; c < 3 * particleCount; c++) f[c] -= k * (x[c] - p[c % 3]);
      if (energy !== undefined) energy[0] += this.energy(x);
    },
    addMatrix(_x, scale, _slots, diagonal) {
      for (let i = 0; i < particleCount; i++) addIdentity(diagonal, 6 * i, scale * k);
    },
  });
}

const grid = { columns: 21, rows: 21, width: 1, height: 1, u: [1, 0, 0], v: [0, 0, 1] };
for (const forces of [[], [magnet([0.5, 1, 0.5], 0.01)]]) {
  const simulation = await createSimulation({ drape: 1, cloths: [{ grid, fabric: "silk", pins: ["top-left", "top-right"] }] }, { forces });
  for (let step = 0; step < 120; step++) simulation.step();
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  console.log(positions[3 * 430 + 1].toFixed(3)); // the height of the lower border [m]
}
