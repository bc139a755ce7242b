import type { Surface } from "../mesh/surface.ts";
import { type Hinges, NO_HINGES } from "./cloth.ts";
import { checkFabric, type Fabric } from "./fabric.ts";
import { buildLatticeHinges } from "./lattice-hinges.ts";
import { addLatticeFabricSprings } from "./lattice-springs.ts";
import type { ClothPartInput } from "./make-cloth.ts";
import { computeLumpedMasses } from "./masses.ts";
import type { RawSpringStiffness } from "./raw-springs.ts";
import { type RestShape, restShape } from "./rest-shape.ts";
import { createSpringList, type SpringList, type SpringTraits } from "./spring-list.ts";
import { fabricTriangleStiffness, type ShearModel, type TriangleStiffness, triangleStiffness } from "./triangle-stiffness.ts";

/** How a cloth stretches: to the strain that its fabric ends at, or as far as it is pulled. */
export type Stretch = "limited" | "free";

/** What a cloth may set differently from its fabric. */
export interface FabricOverrides extends Partial<SpringTraits> {
  /** The cloth's name; the fabric's by default. */
  readonly name?: string;
  /** Mass of every particle [kg] in place of the fabric's density. */
  readonly particleMass?: number;
  /** Viscous damping c of every particle [kg/s] in place of the fabric's damping. */
  readonly viscousDamping?: number;
  /** Coulomb's coefficient [−] and thickness [m] in place of the fabric's. */
  readonly friction?: number;
  readonly thickness?: number;
  /** Whether its fabric's limit of strain is kept: by default, but for raw springs, and what tears does that instead. */
  readonly stretch?: Stretch;
  /** The papers' raw springs [N/m] in place of the fabric's springs and of its hinges. */
  readonly springs?: RawSpringStiffness;
  /** Modulus μ [N·m] of plain hinges in place of the fabric's bending, also beside raw springs. */
  readonly bendModulus?: number;
  /** Raw stiffness of every triangle [N/m] in place of the fabric's; needs material coordinates. */
  readonly triangleStiffness?: TriangleStiffness;
  /** The shear model for which the fabric fills the triangles' stiffness; `axes` by default. */
  readonly shearModel?: ShearModel;
  /** Whether it may tear; needs material coordinates. */
  readonly tears?: boolean;
}

/** A surface that is given a fabric, and how. */
export interface Fabrication {
  readonly surface: Surface;
  readonly rest: RestShape;
  readonly fabric: Fabric;
  readonly overrides: FabricOverrides;
  /** Names the fabric in errors. */
  readonly path: string;
}

/** How a fabric becomes springs and hinges. */
export interface FabricLaws {
  addSprings(made: Fabrication, springs: SpringList): void;
  buildHinges(made: Fabrication): Hinges;
}

/** Those of a fabric on a lattice, where nothing is overridden. */
export const LATTICE_LAWS: FabricLaws = {
  addSprings({ surface: { lattice }, fabric, path }, springs) {
    if (lattice !== undefined) addLatticeFabricSprings(lattice, fabric, springs, path);
  },
  buildHinges: ({ surface: { lattice }, fabric }) => (lattice === undefined ? NO_HINGES : buildLatticeHinges(lattice, fabric.bending)),
};

/** Whether these are all that a surface needs. */
export function suitsLatticeLaws({ lattice }: Surface, { springs, bendModulus }: FabricOverrides): boolean {
  return lattice !== undefined && springs === undefined && bendModulus === undefined;
}

/** Gives a surface its fabric by some laws. `path` names the fabric in errors. */
export function fabricPartBy(laws: FabricLaws, surface: Surface, fabric: Fabric, overrides: FabricOverrides, path: string): ClothPartInput {
  checkFabric(fabric, path);
  const { triangles, material } = surface;
  const particleCount = surface.positions.length / 3;
  const rest = restShape(surface);

  const mass = new Float64Array(particleCount);
  if (overrides.particleMass === undefined) computeLumpedMasses(triangles, rest, fabric.density, mass);
  else mass.fill(overrides.particleMass);

  const { viscousDamping: viscous } = overrides;
  const viscousDamping = mass.map((m) => (viscous === undefined ? fabric.damping * m : viscous));

  const made: Fabrication = { surface, rest, fabric, overrides, path };
  const list = createSpringList();
  laws.addSprings(made, list);

  return {
    name: overrides.name ?? fabric.name,
    particleCount,
    mass,
    viscousDamping,
    friction: new Float64Array(particleCount).fill(overrides.friction ?? fabric.friction),
    thickness: new Float64Array(particleCount).fill(overrides.thickness ?? fabric.thickness),
    ...(isLimited(overrides) ? { strainLimit: new Float64Array(particleCount).fill(fabric.strainLimit) } : {}),
    springs: list.finish(overrides),
    hinges: laws.buildHinges(made),
    triangles,
    ...(material === undefined
      ? {}
      : { material, triangleStiffness: partTriangleStiffness(triangles.length / 3, fabric, overrides, path) }),
    ...(overrides.tears ? { tearing: tearTraits(triangles.length / 3, fabric) } : {}),
  };
}

function isLimited({ stretch = "limited", springs, tears }: FabricOverrides): boolean {
  return stretch === "limited" && !tears && springs === undefined;
}

function partTriangleStiffness(triangleCount: number, fabric: Fabric, overrides: FabricOverrides, path: string): Float64Array {
  const { triangleStiffness: raw, shearModel } = overrides;
  if (raw !== undefined) return triangleStiffness(raw, triangleCount);
  return fabricTriangleStiffness(fabric, triangleCount, shearModel, path);
}

/** Both tongues are pulled on by twice the length that tears: Γ = 2F. */
function tearTraits(triangleCount: number, fabric: Fabric): Float64Array {
  const { stretchWarp, stretchWeft, shear, tearStrength } = fabric;
  const traits = [stretchWarp, stretchWeft, shear, 2 * tearStrength];
  return Float64Array.from({ length: 4 * triangleCount }, (_, c) => traits[c % 4]);
}
