import { BOOLEAN, choice, type Field, integer, list, number, object, required, STRING, vector, withDefault } from "../../core/field.ts";
import { refine } from "../../core/read-field.ts";
import type { Vec3 } from "../../core/vec3.ts";
import { CONSTANT_FIELDS } from "../../fabric/cloth-arrays.ts";
import type { Fabric } from "../../fabric/fabric.ts";
import type { Stretch } from "../../fabric/fabric-part.ts";
import { PRESETS } from "../../fabric/presets.ts";
import type { RawSpringStiffness } from "../../fabric/raw-springs.ts";
import type { TriangleStiffness } from "../../fabric/triangle-stiffness.ts";
import type { DiskOptions } from "../../mesh/disk.ts";
import type { GridOptions } from "../../mesh/grid.ts";
import { FABRIC, type WrittenFabric } from "./fabric-field.ts";
import type { GarmentSpec } from "./garment-field.ts";
import type { MeshArraysSpec } from "./mesh-arrays-field.ts";
import type { MeshFileSpec } from "./mesh-file-field.ts";
import type { NetworkSpec } from "./network-field.ts";
import { type AttachmentSpec, type PinSpec, pinField } from "./pin-field.ts";
import { NOT_AMONG_THEM, type SceneKinds } from "./scene-kinds.ts";

export type ClothShape =
  | { readonly kind: "grid"; readonly options: GridOptions }
  | { readonly kind: "disk"; readonly options: DiskOptions }
  | MeshFileSpec
  | MeshArraysSpec
  | GarmentSpec
  | NetworkSpec;

export interface ClothSpec {
  readonly name: string;
  /** Where it stands in the scene, for errors. */
  readonly path: string;
  readonly shape: ClothShape;
  /** Its words are there where the scene is read by the description of everything. */
  readonly fabric: Fabric;
  /** Coulomb's coefficient [−] and thickness [m] in contact. */
  readonly friction: number;
  readonly thickness: number;
  /** The papers' raw springs [N/m] in place of the fabric's. */
  readonly springs?: RawSpringStiffness;
  /** Mass of every particle [kg] in place of the fabric's. */
  readonly masses?: number;
  readonly bendModulus?: number;
  /** Raw stiffness of every triangle [N/m] in place of the fabric's. */
  readonly triangleStiffness?: TriangleStiffness;
  /** Where vertices are at time 0 [m], three numbers each, in place of where the shape puts them. */
  readonly positions?: Float64Array;
  /** Start velocity [m/s] of a generated shape or mesh. */
  readonly velocity: Vec3;
  readonly pins: readonly PinSpec[];
  readonly attachments: readonly AttachmentSpec[];
  /** Every vertex stays within this many times the way through the cloth to the nearest held one [−]. */
  readonly tethers?: number;
  /** Pressure inside a closed cloth [Pa]. */
  readonly pressure?: number;
  /** Whether it tears where it is pulled harder than its fabric bears. */
  readonly tear: boolean;
  readonly springModel?: "symmetric" | "asymmetric";
  /** Whether its fabric's limit of strain is kept. */
  readonly stretch: Stretch;
  /** c a particle and c_s a spring [kg/s]; what is absent stays the fabric's. */
  readonly damping: DampingSpec;
}

export interface DampingSpec {
  readonly viscous?: number;
  readonly relative?: number;
}

/** The fields of a cloth. */
interface ClothFields extends Omit<ClothSpec, "name" | "path" | "shape" | "fabric" | "friction" | "thickness"> {
  readonly name?: string;
  readonly grid?: GridOptions;
  readonly disk?: DiskOptions;
  readonly mesh?: MeshFileSpec | MeshArraysSpec;
  readonly garment?: GarmentSpec;
  readonly network?: NetworkSpec;
  readonly fabric?: WrittenFabric;
}

export const LENGTH: Field<number> = number({ above: 0, unit: "m" });
export const FRAME = { origin: vector("m"), u: vector(), v: vector() } as const;

const GRID: Field<GridOptions> = object("Grid", {
  columns: required(integer({ min: 2 })),
  rows: required(integer({ min: 2 })),
  width: required(LENGTH),
  height: LENGTH,
  ...FRAME,
  triangles: withDefault(choice<"right" | "equilateral">(["right", "equilateral"]), "right"),
});

function clothFields(kinds: SceneKinds): Field<ClothFields> {
  const { mesh, garment, network, triangleStiffness, details } = kinds;
  return object<ClothFields>(
    "Cloth",
    {
      name: STRING,
      grid: GRID,
      disk: details?.disk ?? NOT_AMONG_THEM,
      mesh: mesh ?? NOT_AMONG_THEM,
      garment: garment ?? NOT_AMONG_THEM,
      network: network ?? NOT_AMONG_THEM,
      fabric: FABRIC,
      springs: details?.springs ?? NOT_AMONG_THEM,
      masses: number({ above: 0, unit: "kg" }),
      bendModulus: number({ min: 0, unit: "N·m" }),
      triangleStiffness: triangleStiffness ?? NOT_AMONG_THEM,
      positions: details?.positions ?? NOT_AMONG_THEM,
      velocity: withDefault(vector("m/s"), [0, 0, 0]),
      pins: withDefault(list(pinField(kinds), "pins"), []),
      springModel: choice<"symmetric" | "asymmetric">(["symmetric", "asymmetric"]),
      stretch: withDefault(choice<Stretch>(["limited", "free"]), "limited"),
      damping: withDefault(details?.damping ?? (NOT_AMONG_THEM as Field<DampingSpec>), {}),
      attachments: withDefault(list(details?.attachment ?? (NOT_AMONG_THEM as Field<AttachmentSpec>), "attachments"), []),
      tethers: number({ min: 1 }),
      ...(CONSTANT_FIELDS as { readonly pressure: Field<number> }),
      tear: withDefault(BOOLEAN, false),
    },
    {
      oneOf: ["grid", "disk", "mesh", "garment", "network"],
      none: "a cloth without shape",
      apart: [["positions", "network", "positions beside a network", "give those of the network alone"]],
    },
  );
}

/** A cloth as a scene writes it: without a name it is called after its place in the list, and how it touches is the scene's affair as well. */
export interface WrittenCloth extends Omit<ClothSpec, "name" | "friction" | "thickness"> {
  readonly name?: string;
  /** The numbers that its fabric itself writes; absent where it has no fabric. */
  readonly own?: WrittenFabric["own"];
}

/** An entry of `cloths`, of one of these kinds. */
export function clothField(kinds: SceneKinds): Field<WrittenCloth> {
  return refine(clothFields(kinds), (cloth, path) => {
    const { grid, disk, mesh, garment, network, fabric, ...rest } = cloth;
    const sheet = grid === undefined ? disk && ({ kind: "disk", options: disk } as const) : ({ kind: "grid", options: grid } as const);
    const { fabric: plain, ...own } = fabric ?? { fabric: PRESETS[0] };
    const shape = (sheet ?? mesh ?? garment ?? network) as ClothShape;
    return { path, shape, ...rest, fabric: plain as Fabric, ...own };
  });
}
