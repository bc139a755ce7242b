import { InputError, UnsupportedError } from "../core/errors.ts";
import { fillArrays } from "../fabric/cloth-arrays.ts";
import { fabricPart } from "../fabric/fabric-cloth.ts";
import type { ClothPartInput } from "../fabric/make-cloth.ts";
import type { ShearModel } from "../fabric/triangle-stiffness.ts";
import type { Garment } from "../garment/garment.ts";
import { createGrid } from "../mesh/grid.ts";
import { findGroup, groupNames, type MeshFile } from "../mesh/mesh-file.ts";
import type { Surface } from "../mesh/surface.ts";
import { textureCoordinates } from "../mesh/texture-coordinates.ts";
import { validateSurface } from "../mesh/validate-surface.ts";
import type { ClothSpec } from "./fields/cloth-field.ts";
import type { SolverSpec } from "./fields/solver-field.ts";
import { given } from "./given.ts";
import type { FigureSpec } from "./make-figure.ts";
import type { MeshLoader } from "./mesh-loader.ts";
import { ROOMS } from "./rooms.ts";

export interface BuiltPart {
  readonly part: ClothPartInput;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly uv: Float32Array;
  readonly groups: VertexGroups;
  /** Red, green and blue of each vertex of a painted mesh, 0 to 1. */
  readonly colours?: Float32Array;
}

/** Vertices of a garment or mesh by name. */
export interface VertexGroups {
  readonly names: readonly string[];
  find(name: string): Uint32Array | undefined;
}

export const NO_GROUPS: VertexGroups = { names: [], find: () => undefined };

/** One cloth of the scene as particles, springs, triangles and hinges, with the laws that the method asks for. */
export async function buildPart(
  spec: ClothSpec,
  { method, options }: Pick<SolverSpec, "method" | "options">,
  loadMesh: MeshLoader,
  figures: readonly FigureSpec[],
): Promise<BuiltPart> {
  const asymmetric = (spec.springModel ?? method.springModel) === "asymmetric";
  if (spec.shape.kind === "network") return (await ROOMS.networks()).buildNetwork(spec, spec.shape, asymmetric);
  const surface = await buildSurface(spec, loadMesh, figures);
  const topology = validateSurface(surface, spec.path);
  if (method.membrane === "triangles" && surface.material === undefined) {
    throw new UnsupportedError(
      `${spec.path}: ${method.name} needs flat rest coordinates (u, v), which a mesh does not give; choose a method with springs`,
    );
  }
  const raw = spec.springs !== undefined;
  if (spec.tear) (await ROOMS.networks()).checkTear(spec, surface);
  const particleMass = spec.masses ?? (raw ? UNIT_MASS : undefined);
  const viscousDamping = spec.damping.viscous ?? (raw ? 0 : undefined);
  const part = fabricPart(
    surface,
    topology,
    spec.fabric,
    {
      name: spec.name,
      asymmetric,
      relativeDamping: spec.damping.relative ?? 0,
      friction: spec.friction,
      thickness: spec.thickness,
      ...given({ particleMass, viscousDamping }),
      ...(spec.springs === undefined ? {} : { springs: spec.springs }),
      ...(spec.bendModulus === undefined ? {} : { bendModulus: spec.bendModulus }),
      ...(spec.triangleStiffness === undefined ? {} : { triangleStiffness: spec.triangleStiffness }),
      shearModel: (options.shear ?? "axes") as ShearModel,
      tears: spec.tear,
    },
    `${spec.path}.fabric`,
  );
  const loose = part.mass.indexOf(0);
  if (loose !== -1) {
    throw new InputError(spec.path, `vertex ${loose} in no triangle`, "remove it from the mesh, or give masses");
  }
  const velocities = new Float64Array(surface.positions.length);
  for (let c = 0; c < velocities.length; c++) velocities[c] = spec.velocity[c % 3];
  if (spec.pressure !== undefined) (await ROOMS.networks()).checkPressure(spec, topology, surface.triangles);
  return {
    part: { ...part, ...fillArrays(spec, part.particleCount, part.triangles.length / 3) },
    positions: surface.positions,
    velocities,
    uv: textureCoordinates(surface),
    groups: groupsOf(surface),
    ...("colours" in surface && surface.colours !== undefined ? { colours: surface.colours } : {}),
  };
}

/** The papers' raw grids have particles of mass 1 [Kim06, sec. 5]. */
const UNIT_MASS = 1;

async function buildSurface(spec: ClothSpec, loadMesh: MeshLoader, figures: readonly FigureSpec[]): Promise<Surface | Garment | MeshFile> {
  const { shape, path } = spec;
  switch (shape.kind) {
    case "grid":
      return createGrid(shape.options, `${path}.grid`);
    case "disk":
      return (await ROOMS.networks()).createDisk(shape.options, `${path}.disk`);
    case "mesh": {
      const { orientSurface, loadMeshFile, describeMesh } = await ROOMS.meshFiles();
      return orientSurface(await loadMeshFile(shape, loadMesh), describeMesh(shape));
    }
    case "garment":
      return (await ROOMS.garments()).buildGarment(shape, figures, `${path}.garment`);
    case "network":
      throw new InputError(path, "a network", "networks are built as they are");
  }
}

function groupsOf(surface: Surface | Garment | MeshFile): VertexGroups {
  if ("pieces" in surface) return { names: groupNames(surface), find: (name) => findGroup(surface, name) };
  if (!("groups" in surface)) return NO_GROUPS;
  const groups = new Map(Object.entries(surface.groups));
  return { names: [...groups.keys()], find: (name) => groups.get(name) };
}
