import { InputError, UnsupportedError } from "../core/errors.ts";
import { fillArrays } from "../fabric/cloth-arrays.ts";
import { fabricPart } from "../fabric/fabric-cloth.ts";
import { buildHinges, NO_HINGES } from "../fabric/hinge.ts";
import type { ClothPartInput } from "../fabric/make-cloth.ts";
import { restShape } from "../fabric/rest-shape.ts";
import { createSpringList } from "../fabric/spring-list.ts";
import { type ShearModel, triangleStiffness } from "../fabric/triangle-stiffness.ts";
import { createGarment, type Garment, type GarmentOptions } from "../garment/garment.ts";
import { createDisk } from "../mesh/disk.ts";
import { createGrid } from "../mesh/grid.ts";
import { findGroup, groupNames, type MeshFile } from "../mesh/mesh-file.ts";
import { orientSurface } from "../mesh/orient-surface.ts";
import { isClosed } from "../mesh/orient-triangles.ts";
import type { Surface } from "../mesh/surface.ts";
import { textureCoordinates } from "../mesh/texture-coordinates.ts";
import type { Topology } from "../mesh/topology.ts";
import { validateSurface } from "../mesh/validate-surface.ts";
import type { ClothSpec } from "./fields/cloth-field.ts";
import type { GarmentSpec } from "./fields/garment-field.ts";
import { describeMesh } from "./fields/mesh-file-field.ts";
import type { NetworkSpec } from "./fields/network-field.ts";
import type { SolverSpec } from "./fields/solver-field.ts";
import { given } from "./given.ts";
import { loadMeshFile, type MeshLoader } from "./load-mesh-file.ts";
import type { FigureSpec } from "./make-figure.ts";

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

const NO_GROUPS: VertexGroups = { names: [], find: () => undefined };

/** One cloth of the scene as particles, springs, triangles and hinges, with the laws that the method asks for. */
export async function buildPart(
  spec: ClothSpec,
  { method, options }: Pick<SolverSpec, "method" | "options">,
  loadMesh: MeshLoader,
  figures: readonly FigureSpec[],
): Promise<BuiltPart> {
  const asymmetric = (spec.springModel ?? method.springModel) === "asymmetric";
  if (spec.shape.kind === "network") return buildNetwork(spec, spec.shape, asymmetric);
  const surface = await buildSurface(spec, loadMesh, figures);
  const topology = validateSurface(surface, spec.path);
  if (method.membrane === "triangles" && surface.material === undefined) {
    throw new UnsupportedError(
      `${spec.path}: ${method.name} needs flat rest coordinates (u, v), which a mesh does not give; choose a method with springs`,
    );
  }
  const raw = spec.springs !== undefined;
  if (spec.tear) checkTear(spec, surface);
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
  checkPressure(spec, topology, surface.triangles);
  return {
    part: { ...part, ...fillArrays(spec, part.particleCount, part.triangles.length / 3) },
    positions: surface.positions,
    velocities,
    uv: textureCoordinates(surface),
    groups: groupsOf(surface),
    ...("colours" in surface && surface.colours !== undefined ? { colours: surface.colours } : {}),
  };
}

/** What tears is judged by the stiffness of its fabric along warp and weft. */
function checkTear({ path, springs, triangleStiffness }: ClothSpec, surface: Surface | undefined): void {
  const hindrance =
    surface === undefined
      ? "a network"
      : surface.material === undefined
        ? "a mesh without flat rest coordinates (u, v)"
        : springs !== undefined || triangleStiffness !== undefined
          ? "raw stiffness"
          : undefined;
  if (hindrance === undefined) return;
  throw new InputError(`${path}.tear`, `true with ${hindrance}`, "let a grid, a disk or a garment of a fabric tear");
}

/** The papers' raw grids have particles of mass 1 [Kim06, sec. 5]. */
const UNIT_MASS = 1;

async function buildSurface(spec: ClothSpec, loadMesh: MeshLoader, figures: readonly FigureSpec[]): Promise<Surface | Garment | MeshFile> {
  const { shape, path } = spec;
  switch (shape.kind) {
    case "grid":
      return createGrid(shape.options, `${path}.grid`);
    case "disk":
      return createDisk(shape.options, `${path}.disk`);
    case "mesh":
      return orientSurface(await loadMeshFile(shape, loadMesh), describeMesh(shape));
    case "garment":
      return buildGarment(shape, figures, `${path}.garment`);
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

function buildGarment({ figure: name, options }: GarmentSpec, figures: readonly FigureSpec[], path: string): Garment {
  const wearer = name === undefined ? figures[0] : figures.find((figure) => figure.name === name);
  if (wearer === undefined) {
    const names = figures.map((figure) => JSON.stringify(figure.name)).join(", ");
    const advice = figures.length === 0 ? "give the scene a list of figures" : `give one of ${names}`;
    throw new InputError(`${path}.figure`, name === undefined ? "no figure to wear it" : JSON.stringify(name), advice);
  }
  return createGarment({ ...options, body: wearer.figure.bones } as unknown as GarmentOptions, path);
}

function buildNetwork(spec: ClothSpec, network: NetworkSpec, asymmetric: boolean): BuiltPart {
  const { positions, triangles, material, masses } = network;
  if (spec.tear) checkTear(spec, undefined);
  const particleCount = masses.length;
  const surface: Surface = { positions, triangles, ...given({ material }) };
  const topology = triangles.length > 0 ? validateSurface(surface, `${spec.path}.network`) : undefined;
  const list = createSpringList();
  for (let s = 0; s < network.restLength.length; s++) {
    const [i, j] = network.springEnds.subarray(2 * s, 2 * s + 2);
    list.push(i, j, network.restLength[s], network.stiffness[s], network.springKind[s]);
  }
  checkPressure(spec, topology, triangles);
  let hinges = NO_HINGES;
  if (network.hinges !== undefined) {
    hinges = { count: network.hinges.stiffness.length, ...network.hinges };
  } else if (network.bendModulus !== undefined && topology !== undefined) {
    hinges = buildHinges(topology.hinges, restShape(surface), network.bendModulus, `${spec.path}.network.triangles`);
  }
  const stiffness = network.triangleStiffness;
  const part: ClothPartInput = {
    name: spec.name,
    particleCount,
    mass: masses,
    viscousDamping: new Float64Array(particleCount).fill(spec.damping.viscous ?? 0),
    friction: new Float64Array(particleCount).fill(spec.friction),
    thickness: new Float64Array(particleCount).fill(spec.thickness),
    springs: list.finish({ asymmetric, relativeDamping: spec.damping.relative ?? 0 }),
    hinges,
    triangles,
    ...given({ material }),
    ...(stiffness === undefined ? {} : { triangleStiffness: triangleStiffness(stiffness, triangles.length / 3) }),
    ...fillArrays(spec, particleCount, triangles.length / 3),
  };
  return { part, positions, velocities: network.velocities, uv: textureCoordinates(surface), groups: NO_GROUPS };
}

/** Only a closed surface that faces one way has an inside. */
function checkPressure({ pressure, path }: ClothSpec, topology: Topology | undefined, triangles: Uint32Array): void {
  if (pressure === undefined || pressure === 0 || (topology !== undefined && isClosed(topology, triangles))) return;
  const found = topology === undefined ? "no triangles" : "an open surface, or triangles that face both ways";
  throw new InputError(`${path}.pressure`, `${pressure} on ${found}`, 'give a closed surface, such as a disk with "sides": 2');
}
