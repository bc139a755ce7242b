import { createRandom } from "../../src/core/random.ts";
import type { NetworkCloth, NetworkScene } from "../support/reference.ts";

type Network = NetworkCloth["network"];
type SpringRow = Network["springs"][number];
type Between = (low: number, high: number) => number;

export interface RandomNetworkOptions {
  readonly shape: "sheet" | "tangle";
  readonly springModel: "symmetric" | "asymmetric";
  /** How the sheet bends; a tangle has explicit hinges or none. */
  readonly bending: "none" | "modulus" | "hinges";
  readonly wind: boolean;
  readonly damping: { viscous: number; relative: number };
}

/** A scene with a bit of everything in it; the same seed gives the same scene. */
export function randomNetworkScene(seed: number, options: RandomNetworkOptions): Omit<NetworkScene, "solver"> {
  const random = createRandom(seed);
  const between: Between = (low, high) => low + (high - low) * random();
  const network = options.shape === "sheet" ? randomSheet(options.bending, between) : randomTangle(options, between);
  const last = network.positions.length - 1;
  return {
    drape: 1,
    gravity: [0.3, -9.81, 0.2],
    timestep: 0.01,
    cloths: [
      {
        network,
        pins: options.shape === "sheet" ? [0, 4] : [last],
        springModel: options.springModel,
        damping: options.damping,
      },
    ],
    ...(options.wind ? { wind: { velocity: [4, 1, -2], density: 0.6, until: 0.085 } } : {}),
  };
}

const SIDE = 5;

/**
 * A jittered, crumpled 5 × 5 sheet 0.8 m wide: structural, shear and flexion springs between 0.8 and 1.25 times their length, a few
 * pairs twice, unequal masses, triangles with material coordinates.
 */
function randomSheet(bending: RandomNetworkOptions["bending"], between: Between): Network {
  const spacing = 0.2;
  const positions: number[][] = [];
  const material: number[][] = [];
  for (let r = 0; r < SIDE; r++) {
    for (let c = 0; c < SIDE; c++) {
      const jitter = (): number => between(-0.03, 0.03);
      material.push([c * spacing + jitter(), r * spacing + jitter()]);
      positions.push([c * spacing + jitter(), 1 + jitter(), r * spacing + jitter()]);
    }
  }
  const springs: SpringRow[] = [];
  const join = (c: number, r: number, dc: number, dr: number, k: number, kind: SpringRow[4]): void => {
    const c2 = c + dc;
    const r2 = r + dr;
    if (c2 < 0 || c2 >= SIDE || r2 >= SIDE) return;
    const i = r * SIDE + c;
    const j = r2 * SIDE + c2;
    springs.push([i, j, distance(positions[i], positions[j]) / between(0.8, 1.25), k * between(0.5, 1.5), kind]);
  };
  for (let r = 0; r < SIDE; r++) {
    for (let c = 0; c < SIDE; c++) {
      join(c, r, 1, 0, 120, "stretch");
      join(c, r, 0, 1, 120, "stretch");
      join(c, r, 1, 1, 50, "shear");
      join(c, r, -1, 1, 50, "shear");
      join(c, r, 2, 0, 6, "bend");
      join(c, r, 0, 2, 6, "bend");
    }
  }
  for (const s of [3, 17, 40]) springs.push([springs[s][1], springs[s][0], springs[s][2] * 1.07, 30, "stretch"]);
  const triangles: number[][] = [];
  for (let r = 0; r + 1 < SIDE; r++) {
    for (let c = 0; c + 1 < SIDE; c++) {
      const a = r * SIDE + c;
      const [b, d, e] = [a + 1, a + SIDE, a + SIDE + 1];
      triangles.push(
        ...((r + c) % 3 === 0
          ? [
              [a, b, e],
              [a, e, d],
            ]
          : [
              [a, b, d],
              [b, e, d],
            ]),
      );
    }
  }
  return {
    positions,
    velocities: positions.map(() => [between(-1, 1), between(-1, 1), between(-1, 1)]),
    masses: positions.map(() => between(0.02, 0.08)),
    springs,
    triangles,
    material,
    triangleStiffness: { u: 90, v: 60, shearU: 30, shearV: 20 },
    ...(bending === "modulus" ? { bendModulus: 0.02 } : {}),
    ...(bending === "hinges" ? { hinges: randomHinges(positions.length, 12, between) } : {}),
  };
}

/** Particles without any order, springs between any two of them, file order far from any good one; a strip of triangles. */
function randomTangle(options: RandomNetworkOptions, between: Between): Network {
  const count = 18;
  const positions = Array.from({ length: count }, (_, i) => [
    (i % 3) * 0.3 + between(-0.08, 0.08),
    (Math.floor(i / 3) % 3) * 0.3 + between(-0.08, 0.08),
    Math.floor(i / 9) * 0.3 + between(-0.08, 0.08),
  ]);
  const kinds = ["stretch", "shear", "bend"] as const;
  const springs: SpringRow[] = [];
  for (let s = 0; s < 60; s++) {
    const i = s < count - 1 ? (7 * s) % count : Math.floor(between(0, count));
    const j = s < count - 1 ? (7 * s + 7) % count : (i + 1 + Math.floor(between(0, count - 1))) % count;
    const L = distance(positions[i], positions[j]) / between(0.7, 1.3);
    springs.push([i, j, L, between(10, 80), kinds[s % 3]]);
  }
  return {
    positions,
    velocities: positions.map(() => [between(-1, 1), between(-1, 1), between(-1, 1)]),
    masses: positions.map(() => between(0.05, 0.3)),
    springs,
    ...(options.wind ? { triangles: Array.from({ length: count - 2 }, (_, t) => [t, t + 1, t + 2]) } : {}),
    ...(options.bending === "hinges" ? { hinges: randomHinges(count, 10, between) } : {}),
  };
}

/** Hinges over any four particles; Σα = 0, not all convex. */
function randomHinges(count: number, rows: number, between: Between): number[][] {
  return Array.from({ length: rows }, () => {
    const four: number[] = [];
    while (four.length < 4) {
      const next = Math.floor(between(0, count));
      if (!four.includes(next)) four.push(next);
    }
    const a = between(0.2, 0.8);
    const b = between(-0.2, 1.2);
    return [...four, a, 1 - a, -b, b - 1, between(2, 20)];
  });
}

function distance(a: number[], b: number[]): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
}
