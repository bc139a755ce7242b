import { InputError, UnsupportedError } from "../core/errors.ts";
import { fillArrays } from "../fabric/cloth-arrays.ts";
import { type FabricOverrides, fabricPartBy, LATTICE_LAWS, suitsLatticeLaws } from "../fabric/fabric-part.ts";
import type { ClothPartInput } from "../fabric/make-cloth.ts";
import type { ShearModel } from "../fabric/triangle-stiffness.ts";
import type { Garment } from "../garment/garment.ts";
import { createGrid, hasSoundCells } from "../mesh/grid.ts";
import type { MeshFile, VertexNumbers } from "../mesh/mesh-file.ts";
import type { Surface } from "../mesh/surface.ts";
import { textureCoordinates } from "../mesh/texture-coordinates.ts";
import type { ClothSpec } from "./fields/cloth-field.ts";
import type { ColorChoice } from "./fields/pin-field.ts";
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
  /** How the scene calls its vertices, where that is not by their place. */
  readonly numbers?: VertexNumbers | undefined;
  /** What was mended or passed over: a sentence each, with its path. */
  readonly notices: readonly string[];
}

/** Vertices of a garment or mesh by name. */
export interface VertexGroups {
  readonly names: readonly string[];
  find(name: string): Uint32Array | undefined;
  /** Those that numbers call; absent where numbers are places. */
  findNumbered?(which: readonly number[], path: string): readonly number[];
  /** The highest; absent where a cloth has no top. */
  findTop?(path: string): readonly number[];
  /** Those of a colour; absent where nothing is painted. */
  findPainted?(choice: ColorChoice): readonly number[];
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
  const isPlain = hasSoundCells(surface) && suitsLatticeLaws(surface, spec) && spec.pressure === undefined;
  const code = isPlain ? undefined : await ROOMS.networks();
  const mesh = code && { ...code, topology: code.validateSurface(surface, spec.path) };
  if (method.membrane === "triangles" && surface.material === undefined) {
    throw new UnsupportedError(
      `${spec.path}: ${method.name} needs flat rest coordinates (u, v), which a mesh does not give; choose a method with springs`,
    );
  }
  const { springs, bendModulus, triangleStiffness } = spec;
  const raw = springs !== undefined;
  if (spec.tear) (await ROOMS.networks()).checkTear(spec, surface);
  const particleMass = spec.masses ?? (raw ? UNIT_MASS : undefined);
  const viscousDamping = spec.damping.viscous ?? (raw ? 0 : undefined);
  const overrides: FabricOverrides = {
    name: spec.name,
    asymmetric,
    stretch: spec.stretch,
    relativeDamping: spec.damping.relative ?? 0,
    friction: spec.friction,
    thickness: spec.thickness,
    ...given({ particleMass, viscousDamping, springs, bendModulus, triangleStiffness }),
    shearModel: (options.shear ?? "axes") as ShearModel,
    tears: spec.tear,
  };
  const fabricPath = `${spec.path}.fabric`;
  const part =
    mesh?.fabricPart(surface, mesh.topology, spec.fabric, overrides, fabricPath) ??
    fabricPartBy(LATTICE_LAWS, surface, spec.fabric, overrides, fabricPath);
  const slivers = surface.lattice === undefined && !raw ? mesh?.tellSlivers(surface, mesh.topology) : undefined;
  const loose = part.mass.indexOf(0);
  if (loose !== -1) {
    throw new InputError(spec.path, `vertex ${loose} in no triangle`, "remove it from the mesh, or give masses");
  }
  const velocities = new Float64Array(surface.positions.length);
  for (let c = 0; c < velocities.length; c++) velocities[c] = spec.velocity[c % 3];
  mesh?.checkPressure(spec, mesh.topology, surface.triangles);
  return {
    part: { ...part, ...fillArrays(spec, part.particleCount, part.triangles.length / 3) },
    positions: surface.positions,
    velocities,
    uv: textureCoordinates(surface),
    groups: mesh?.groupsOf(surface) ?? NO_GROUPS,
    numbers: "numbers" in surface ? surface.numbers : undefined,
    notices: [...noticesOf(surface), ...(slivers ?? [])].map((notice) => `${spec.path}.${spec.shape.kind}: ${notice}`),
  };
}

function noticesOf(surface: Surface | MeshFile): readonly string[] {
  return "notices" in surface ? (surface.notices ?? []) : [];
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
      const { arrangeCloth, loadMeshFile } = await ROOMS.meshFiles();
      return loadMeshFile(shape, loadMesh, arrangeCloth);
    }
    case "garment":
      return (await ROOMS.garments()).buildGarment(shape, figures, `${path}.garment`);
    case "network":
      throw new InputError(path, "a network", "networks are built as they are");
  }
}
