import type { Surface } from "../mesh/surface.ts";
import type { Topology } from "../mesh/topology.ts";
import type { Hinges } from "./cloth.ts";
import { addEdgeFabricSprings, addEdgeRawSprings } from "./edge-springs.ts";
import { checkFabric, type Fabric } from "./fabric.ts";
import { buildHinges } from "./hinge.ts";
import { buildLatticeHinges } from "./lattice-hinges.ts";
import { addLatticeFabricSprings, addLatticeRawSprings, type RawSpringStiffness } from "./lattice-springs.ts";
import type { ClothPartInput } from "./make-cloth.ts";
import { computeLumpedMasses } from "./masses.ts";
import { type RestShape, restDistance, restShape } from "./rest-shape.ts";
import { createSpringList, type SpringTraits } from "./spring-list.ts";
import { fabricTriangleStiffness, type ShearModel, type TriangleStiffness, triangleStiffness } from "./triangle-stiffness.ts";

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

/** Gives a surface its fabric. `path` names the fabric in errors. */
export function fabricPart(
  surface: Surface,
  topology: Topology,
  fabric: Fabric,
  overrides: FabricOverrides = {},
  path: string = "fabric",
): ClothPartInput {
  checkFabric(fabric, path);
  const { triangles, material } = surface;
  const particleCount = surface.positions.length / 3;
  const rest = restShape(surface);

  const mass = new Float64Array(particleCount);
  if (overrides.particleMass === undefined) computeLumpedMasses(triangles, rest, fabric.density, mass);
  else mass.fill(overrides.particleMass);

  const { viscousDamping: viscous } = overrides;
  const viscousDamping = mass.map((m) => (viscous === undefined ? fabric.damping * m : viscous));

  const list = createSpringList();
  const { lattice } = surface;
  if (overrides.springs !== undefined) {
    if (lattice === undefined) addEdgeRawSprings(topology, overrides.springs, rest, list);
    else addLatticeRawSprings(lattice, overrides.springs, rest, list);
  } else if (lattice === undefined) addEdgeFabricSprings(topology, triangles, rest, fabric, list);
  else addLatticeFabricSprings(lattice, fabric, list, path);

  return {
    name: overrides.name ?? fabric.name,
    particleCount,
    mass,
    viscousDamping,
    friction: new Float64Array(particleCount).fill(overrides.friction ?? fabric.friction),
    thickness: new Float64Array(particleCount).fill(overrides.thickness ?? fabric.thickness),
    springs: list.finish(springTraits(overrides)),
    hinges: fabricHinges(surface, topology, rest, fabric, overrides),
    triangles,
    ...(material === undefined
      ? {}
      : { material, triangleStiffness: partTriangleStiffness(triangles.length / 3, fabric, overrides, path) }),
    ...(overrides.tears ? { tearing: tearTraits(triangles.length / 3, fabric) } : {}),
  };
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

function springTraits({ asymmetric, relativeDamping }: FabricOverrides): Partial<SpringTraits> {
  return {
    ...(asymmetric === undefined ? {} : { asymmetric }),
    ...(relativeDamping === undefined ? {} : { relativeDamping }),
  };
}

function fabricHinges(surface: Surface, topology: Topology, rest: RestShape, fabric: Fabric, overrides: FabricOverrides): Hinges {
  const hinges = withoutSeams(topology.hinges, rest);
  if (overrides.bendModulus !== undefined) return buildHinges(hinges, rest, overrides.bendModulus);
  if (overrides.springs !== undefined) return buildHinges(hinges, rest, 0);
  if (surface.lattice === undefined) return buildHinges(hinges, rest, fabric.bending);
  return buildLatticeHinges(surface.lattice, fabric.bending);
}

/** Two layers bend freely where they are sewn together: at rest the vertices across the edge lie at the same place. */
function withoutSeams(hinges: Uint32Array, rest: RestShape): Uint32Array {
  const isSeam = (h: number): boolean => restDistance(rest, hinges[4 * h], hinges[4 * h + 1]) === 0;
  const kept = Array.from({ length: hinges.length / 4 }, (_, h) => h).filter((h) => !isSeam(h));
  if (4 * kept.length === hinges.length) return hinges;
  return Uint32Array.from(kept.flatMap((h) => [...hinges.subarray(4 * h, 4 * h + 4)]));
}
