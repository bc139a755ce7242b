import type { ClothArrays } from "./cloth-arrays.ts";

/**
 * A cloth is a mesh that has been given its fabric: particles with masses, springs, triangles and hinges. It never changes
 * while it is simulated; a cut makes a new one with `revision` + 1. All the cloths of a scene are parts of one Cloth.
 */
export interface Cloth extends ClothArrays {
  readonly revision: number;
  readonly particleCount: number;
  readonly springs: Springs;
  readonly hinges: Hinges;
  /** Corners of each triangle, packed by threes. */
  readonly triangles: Uint32Array;
  /** Empty when no part has any. */
  readonly material: Float64Array;
  /** Empty when no part has any. */
  readonly triangleStiffness: Float64Array;
  /** The ordering (of linalg/ordering) of its factor that the particles are numbered by; absent where they are numbered otherwise. */
  readonly ordering?: string;
  /** That ordering after cuts, old index of each new one: the copies of a particle beside it. */
  readonly elimination?: Uint32Array;
  /** The vertex of the uncut scene that each particle is, or is a copy of: the engine may number them otherwise. */
  readonly origin: Uint32Array;
  /** The scene's cloths, as ranges of those vertices. */
  readonly parts: readonly ClothPart[];
}

/** Particles that a cut has added lie behind all ranges; each belongs to the part of the particle it copies. */
export interface ClothPart {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Springs between particles `ends[2s]` and `ends[2s + 1]`; the same pair may have several. */
export interface Springs {
  readonly count: number;
  readonly ends: Uint32Array;
  /** Length at which the spring is slack [m]. */
  readonly restLength: Float64Array;
  /** k [N/m] in T = k (r − L). */
  readonly stiffness: Float64Array;
  /** One of SPRING_KINDS by index. Stretch and shear are Kim's strong type 1, bend is the weak type 2. */
  readonly kind: Uint8Array;
  /** 1 where a type-1 spring does not push back when compressed [Kim06, eq. 6]. */
  readonly asymmetric: Uint8Array;
  /** Relative damping c_s along with the spring [kg/s] [Kang02, eq. 24]. */
  readonly relativeDamping: Float64Array;
}

/** A hinge bends two triangles about their common edge: R = Σ α x over its four vertices i, j (opposite), k, l (edge). */
export interface Hinges {
  readonly count: number;
  readonly vertices: Uint32Array;
  /** α_i, α_j, α_k, α_l, packed by fours [Choi13, eq. 5.2–5.5]. */
  readonly weights: Float64Array;
  /** λ [N/m] in E = ½ λ |R|². */
  readonly stiffness: Float64Array;
}

export const NO_HINGES: Hinges = {
  count: 0,
  vertices: new Uint32Array(0),
  weights: new Float64Array(0),
  stiffness: new Float64Array(0),
};

export const SPRING_KINDS = ["stretch", "shear", "bend"] as const;
export type SpringKind = (typeof SPRING_KINDS)[number];
export const STRETCH = 0;
export const SHEAR = 1;
export const BEND = 2;
