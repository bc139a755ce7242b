/**
 * A cloth is a mesh that has been given its fabric: particles with masses, springs, triangles and hinges. It never changes
 * while it is simulated; a cut makes a new one with `revision` + 1. All the cloths of a scene are parts of one Cloth.
 */
export interface Cloth {
  readonly revision: number;
  readonly particleCount: number;
  /** Mass of each particle [kg]. */
  readonly mass: Float64Array;
  /** Viscous damping c of each particle [kg/s]. */
  readonly viscousDamping: Float64Array;
  readonly springs: Springs;
  readonly hinges: Hinges;
  /** Corners of each triangle, packed by threes. */
  readonly triangles: Uint32Array;
  /** Rest coordinates (u, v) [m] of each particle, packed by twos; empty when no part has them. */
  readonly material: Float64Array;
  /** Where particles without material coordinates are at rest [m], packed by threes; absent where that is where they start. */
  readonly restPositions?: Float64Array;
  /** Stiffness [N/m] of each triangle along u, v and in the two shear axes, packed by fours; empty when no part has it. */
  readonly triangleStiffness: Float64Array;
  /** Pressure inside closed cloths, on each of their triangles along its normal [Pa]; absent when no part has any. */
  readonly pressure?: Float64Array;
  /** Of each triangle, packed by fours: stiffness along u and v and in shear [N/m], and the energy to tear it [J/m], 0 where it never does; absent when no part tears. */
  readonly tearing?: Float64Array;
  /** The ordering (of linalg/ordering) of its factor that the particles are numbered by; absent where they are numbered otherwise. */
  readonly ordering?: string;
  /** That ordering after cuts, old index of each new one: the copies of a particle beside it. */
  readonly elimination?: Uint32Array;
  /** The scene's cloths, as ranges of particles in scene order. */
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

export const SPRING_KINDS = ["stretch", "shear", "bend"] as const;
export type SpringKind = (typeof SPRING_KINDS)[number];
export const STRETCH = 0;
export const SHEAR = 1;
export const BEND = 2;
