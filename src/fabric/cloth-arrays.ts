import { type Field, number } from "../core/field.ts";
import type { Cloth } from "./cloth.ts";

/**
 * The numbers of a cloth for each of its particles or triangles. A force with a constant of its own adds a line here and one to CLOTH_ARRAYS;
 * joining parts, renumbering particles and cutting follow the table, and so do scenes.
 */
export interface ClothArrays {
  /** Mass of each particle [kg]. */
  readonly mass: Float64Array;
  /** Viscous damping c of each particle [kg/s]. */
  readonly viscousDamping: Float64Array;
  /** Coulomb's coefficient [−] and thickness [m] of the surface at each particle. */
  readonly friction: Float64Array;
  readonly thickness: Float64Array;
  /** Strain that the threads at each particle never exceed [−]; 0, or absent, where they stretch freely. */
  readonly strainLimit?: Float64Array;
  /** Rest coordinates (u, v) [m] of each particle, packed by twos. */
  readonly material?: Float64Array;
  /** Where particles without material coordinates are at rest [m], packed by threes; absent where that is where they start. */
  readonly restPositions?: Float64Array;
  /** Stiffness [N/m] of each triangle along u, v and in the two shear axes, packed by fours. */
  readonly triangleStiffness?: Float64Array;
  /** Pressure inside closed cloths, on each of their triangles along its normal [Pa]; absent when no part has any. */
  readonly pressure?: Float64Array;
  /** Of each triangle, packed by fours: stiffness along u and v and in shear [N/m], and the energy to tear it [J/m], 0 where it never does; absent when no part tears. */
  readonly tearing?: Float64Array;
}

/** How an array is laid out, and what becomes of it when the cloth is cut. */
interface ArrayLayout {
  readonly of: "particle" | "triangle";
  /** Numbers for each. */
  readonly stride: number;
  /**
   * - share: the copies of a particle share its number as their triangles share the rest area around it
   * - copy: each copy of a particle has its numbers; triangles keep theirs
   * - open: 0 on the triangles of a piece that has come open
   * - drop: absent from a cut cloth
   */
  readonly whenCut: "share" | "copy" | "open" | "drop";
  /** A field of that name in the cloths of a scene, whose number each particle or triangle of the cloth has. */
  readonly field?: Field<number>;
}

export type ClothArrayName = keyof ClothArrays;

export const CLOTH_ARRAYS: Readonly<Record<ClothArrayName, ArrayLayout>> = {
  mass: { of: "particle", stride: 1, whenCut: "share" },
  viscousDamping: { of: "particle", stride: 1, whenCut: "share" },
  friction: { of: "particle", stride: 1, whenCut: "copy" },
  thickness: { of: "particle", stride: 1, whenCut: "copy" },
  strainLimit: { of: "particle", stride: 1, whenCut: "copy" },
  material: { of: "particle", stride: 2, whenCut: "copy" },
  restPositions: { of: "particle", stride: 3, whenCut: "drop" }, // what follows a cut knows them as `rest`
  triangleStiffness: { of: "triangle", stride: 4, whenCut: "copy" },
  pressure: { of: "triangle", stride: 1, whenCut: "open", field: number({ unit: "Pa" }) },
  tearing: { of: "triangle", stride: 4, whenCut: "copy" },
};

/** The arrays that `make` gives, called for each row of the table; those that it gives none for are absent. */
export function mapClothArrays(make: (name: ClothArrayName, layout: ArrayLayout) => Float64Array | undefined): ClothArrays {
  const arrays: Partial<Record<ClothArrayName, Float64Array>> = {};
  for (const [key, layout] of Object.entries(CLOTH_ARRAYS)) {
    const name = key as ClothArrayName;
    const values = make(name, layout);
    if (values !== undefined) arrays[name] = values;
  }
  return arrays as ClothArrays;
}

/** What parts of a cloth have, one part after the other; where only some have an array, the others hold 0. */
export function joinArrays(parts: readonly (ClothArrays & Pick<Cloth, "particleCount" | "triangles">)[]): ClothArrays {
  return mapClothArrays((name, { of, stride }) => {
    if (parts.length > 0 && parts.every((part) => part[name] === undefined)) return undefined;
    const lengths = parts.map(({ particleCount, triangles }) => stride * (of === "particle" ? particleCount : triangles.length / 3));
    const joined = new Float64Array(lengths.reduce((sum, length) => sum + length, 0));
    let at = 0;
    for (const [n, part] of parts.entries()) {
      joined.set(part[name] ?? [], at);
      at += lengths[n];
    }
    return joined;
  });
}

/** The fields of a cloth that give it one of these arrays. */
export const CONSTANT_FIELDS: Readonly<Record<string, Field<number>>> = Object.fromEntries(
  Object.entries(CLOTH_ARRAYS).flatMap(([name, { field }]) => (field === undefined ? [] : [[name, field]])),
);

/** The arrays for the numbers that `constants` has; none for 0. */
export function fillArrays(constants: object, particleCount: number, triangleCount: number): Partial<ClothArrays> {
  return mapClothArrays((name, { of, field }) => {
    const value = field && (constants as Readonly<Record<string, number | undefined>>)[name];
    return value ? new Float64Array(of === "particle" ? particleCount : triangleCount).fill(value) : undefined;
  });
}
