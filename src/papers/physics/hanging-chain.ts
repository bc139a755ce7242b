import type { SceneInput } from "../../scene/scene-input.ts";

export const GRAVITY = 9.81;
/** Links so stiff that the chain does not stretch [N/m]. */
const STIFFNESS = 1e7;
/** How far the tip is put aside [m]: little, so that modes do not mix. */
const AMPLITUDE = 1e-4;
const ITERATIONS = 200;

/** A chain that hangs from particle 0, put aside along one of its modes, and what one needs to follow that mode. */
export interface PluckedChain {
  /** Without solver and timestep. */
  readonly scene: SceneInput;
  /** Angular frequency of the mode [1/s], by the algebra of the chain, not by the engine. */
  readonly omega: number;
  /** The coordinate Σ m φ z of the mode and, of velocities, its rate. */
  amplitude(packed: ArrayLike<number>): number;
}

/**
 * A limp strip of 1 m and 1 kg as a chain of `links`, with half a mass at its tip (half the area of a link lies there): mode 1 is the slowest. The
 * chain hangs in equilibrium along −y, its links pulled by what hangs below, and swings along z with the stiffness tension over length of each link.
 */
export function pluckedChain(links: number, mode: number): PluckedChain {
  const mass = Array.from({ length: links + 1 }, (_, i) => (i === links ? 0.5 : 1) / links);
  const y = [0];
  const slope: number[] = [];
  for (let i = 0; i < links; i++) {
    const tension = (GRAVITY * (links - i - 0.5)) / links;
    const length = 1 / links + tension / STIFFNESS;
    y.push(y[i] - length);
    slope.push(tension / length);
  }
  const { shape, omega } = findMode(mass, slope, mode);
  return {
    scene: {
      drape: 1,
      title: "Limp strip, hung from one end",
      gravity: [0, -GRAVITY, 0],
      cloths: [
        {
          network: {
            positions: y.map((height, i) => [0, height, AMPLITUDE * shape[i]]),
            masses: mass,
            springs: Array.from({ length: links }, (_, i) => [i, i + 1, 1 / links, STIFFNESS, "stretch"]),
          },
          pins: [0],
        },
      ],
    },
    omega,
    amplitude: (packed) => shape.reduce((sum, phi, i) => sum + mass[i] * phi * packed[3 * i + 2], 0),
  };
}

/** Inverse iteration, free of the modes below: the displacements z that the forces m φ give are z_{i+1} − z_i = Σ_{j>i} m φ_j / slope_i. */
function findMode(mass: readonly number[], slope: readonly number[], mode: number): { shape: number[]; omega: number } {
  const lower: number[][] = [];
  let shape: number[] = [];
  let squared = 0;
  for (let k = 1; k <= mode; k++) {
    shape = mass.map((_, i) => ((i * k) % mass.length) / mass.length + 0.1 * i);
    for (let n = 0; n < ITERATIONS; n++) {
      const z = [0];
      for (let i = 0; i < slope.length; i++) {
        let load = 0;
        for (let j = i + 1; j < mass.length; j++) load += mass[j] * shape[j];
        z.push(z[i] + load / slope[i]);
      }
      for (const other of lower) {
        const along = dot(mass, other, z) / dot(mass, other, other);
        for (let i = 0; i < z.length; i++) z[i] -= along * other[i];
      }
      squared = dot(mass, shape, shape) / dot(mass, shape, z);
      const tip = z[z.length - 1];
      shape = z.map((value) => value / tip);
    }
    lower.push(shape);
  }
  return { shape, omega: Math.sqrt(squared) };
}

function dot(mass: readonly number[], a: readonly number[], b: readonly number[]): number {
  return mass.reduce((sum, m, i) => sum + m * a[i] * b[i], 0);
}
