// Made by scripts/generate-scene.mjs from the descriptions in src/scene/fields: do not edit.

import type { VectorInput } from "../core/vec3.ts";

export type { VectorInput };

/** A scene: cloths, what they meet, the wind, and the method that moves them. Checked by `parseScene`; docs/scene-format.md tells more. */
export interface SceneInput {
  /** Where editors find the schema, which completes and checks what you write. */ readonly $schema?: string | undefined;
  /** Version of this format. */ readonly drape: 1;
  /** A name for people. Default: "". */ readonly title?: string | undefined;
  /** A sentence for people. Default: "". */ readonly description?: string | undefined;
  /** Acceleration of every particle [m/s²]. Default: [0, -9.81, 0]. */ readonly gravity?: VectorInput | undefined;
  /** Length of a step, above 0 [s]. Default: 1/60. */ readonly timestep?: number | undefined;
  /** How long drape run runs when not told otherwise [s]. Default: 5. */ readonly duration?: number | undefined;
  /** Seed of whatever is random, 0 to 4294967295. Default: 1. */ readonly seed?: number | undefined;
  /** The method that moves the cloth. Default: { "method": "auto" }. */ readonly solver?: SolverInput | undefined;
  /** Other solvers to compare. Default: []. */ readonly variants?: readonly VariantInput[] | undefined;
  /** Two to four of the variants, which the studio shows side by side at first. Default: []. */
  readonly compare?: readonly string[] | undefined;
  /** At least one cloth. */ readonly cloths: readonly ClothInput[];
  /** What blows. Default: no wind. */ readonly wind?: WindInput | undefined;
  /** What happens at a time. Default: []. */ readonly events?: readonly EventInput[] | undefined;
  /** Where a viewer should look from. */ readonly camera?: CameraInput | undefined;
  /** Height y of the floor that the studio draws; cloth feels it only where a plane lies there [m]. */ readonly floor?: number | undefined;
  /** Bodies that the cloth meets. Default: []. */ readonly colliders?: readonly ColliderInput[] | undefined;
  /** Mannequins that walk and dance. Default: []. */ readonly figures?: readonly FigureInput[] | undefined;
  /** How contact is treated. Default: {}. */ readonly collision?: CollisionInput | undefined;
}

/** A named choice of solver for a scene that compares methods. */
export interface VariantInput {
  /** By which it is chosen; no two alike. */ readonly name: string;
  /** For people. Default: the name. */ readonly title?: string | undefined;
  /** Like the scene's solver. */ readonly solver: SolverInput;
}

/** A piece of cloth. It has exactly one shape: `grid`, `disk`, `mesh`, `garment` or `network`. */
export interface ClothInput {
  /** A name for people. Default: "cloth 1", …. */ readonly name?: string | undefined;
  /** A rectangle. */ readonly grid?: GridInput | undefined;
  /** A round piece. */ readonly disk?: DiskInput | undefined;
  /** An OBJ, GLB or glTF file, or arrays. */ readonly mesh?: string | MeshArraysInput | MeshInput | undefined;
  /** A garment for a figure of the scene. */ readonly garment?: GarmentInput | undefined;
  /** Particles and springs given outright. */ readonly network?: NetworkInput | undefined;
  /** What it is made of. Default: "cotton". */ readonly fabric?: FabricName | FabricInput | undefined;
  /** Raw spring constants. Default: the fabric's. */ readonly springs?: SpringsInput | undefined;
  /** Mass of every particle; 1 with raw springs [kg]. Default: the fabric's. */ readonly masses?: number | undefined;
  /** Modulus of the hinges on all interior edges [N·m]. Default: the fabric's. */ readonly bendModulus?: number | undefined;
  /** Raw stiffness of every triangle, for methods with triangles; its fields stand under Network. Default: the fabric's. */
  readonly triangleStiffness?: TriangleStiffnessInput | undefined;
  /** Where vertices are at time 0, three numbers each, one after another; not with a network [m]. Default: where the shape puts them. */
  readonly positions?: ArrayLike<number> | undefined;
  /** Start velocity of every particle [m/s]. Default: [0, 0, 0]. */ readonly velocity?: VectorInput | undefined;
  /** Held vertices. Default: []. */ readonly pins?: readonly (number | string | PinInput)[] | undefined;
  /** Asymmetric: stretch and shear springs do not push back when compressed. Default: the method's. */
  readonly springModel?: "symmetric" | "asymmetric" | undefined;
  /** Limited: no further than its fabric bears; free: as far as it is pulled. Default: "limited". */
  readonly stretch?: "limited" | "free" | undefined;
  /** Raw damping. Default: the fabric's. */ readonly damping?: DampingInput | undefined;
  /** What goes with bodies and figures. Default: []. */ readonly attachments?: readonly AttachmentInput[] | undefined;
  /** How far a vertex may get from the nearest held one, as a share of the way there through the cloth, at least 1. */
  readonly tethers?: number | undefined;
  /** Pressure inside a closed surface [Pa]. Default: 0. */ readonly pressure?: number | undefined;
  /** Whether it tears; not with a network, a mesh or raw stiffness. Default: false. */ readonly tear?: boolean | undefined;
}

/** A rectangle. Vertex (column c, row r) has the number r · columns + c; row 0 is the top, column 0 the left. */
export interface GridInput {
  /** Vertices along u, at least 2. */ readonly columns: number;
  /** Vertices along v, at least 2. */ readonly rows: number;
  /** Length of a row [m]. */ readonly width: number;
  /** Distance from the first row to the last [m]. Default: required; equilateral: that of equal sides. */
  readonly height?: number | undefined;
  /** Place of vertex 0 [m]. Default: [0, 0, 0]. */ readonly origin?: VectorInput | undefined;
  /** Direction of a row, the warp; any length. Default: [1, 0, 0]. */ readonly u?: VectorInput | undefined;
  /** Direction from row to row, the weft; any length. Default: [0, -1, 0]. */ readonly v?: VectorInput | undefined;
  /** Equilateral: odd rows are shifted by half a spacing. Default: "right". */ readonly triangles?: "right" | "equilateral" | undefined;
}

/** A round piece. */
export interface DiskInput {
  /** Rings around the centre vertex, at least 1; ring k has 6k vertices. */ readonly rings: number;
  /** Radius of the outermost ring [m]. */ readonly radius: number;
  /** 2: a second disk behind it, sewn to it at the rim, where they bend freely; vertices of the back follow those of the front, without the rim. Default: 1. */
  readonly sides?: number | undefined;
  /** The centre, vertex 0 [m]. Default: [0, 0, 0]. */ readonly origin?: VectorInput | undefined;
  /** Direction of the warp, where each ring begins. Default: [1, 0, 0]. */ readonly u?: VectorInput | undefined;
  /** Direction of the weft, towards which rings are counted. Default: [0, -1, 0]. */ readonly v?: VectorInput | undefined;
}

/** A mesh in arrays, and how it is to be taken. */
export interface MeshArraysInput {
  /** Its vertices, x, y, z each [m]. */ readonly positions: ArrayLike<number> | readonly VectorInput[];
  /** Three vertices each, numbered from 0. Default: every three vertices. */
  readonly triangles?: ArrayLike<number> | readonly ArrayLike<number>[] | undefined;
  /** Texture coordinates, one pair a vertex. */ readonly uv?: ArrayLike<number> | readonly ArrayLike<number>[] | undefined;
  /** Red, green and blue of each vertex, 0 to 1. */ readonly colors?: ArrayLike<number> | readonly VectorInput[] | undefined;
  /** Names of its triangles, see below. */ readonly groups?: readonly MeshGroupInput[] | undefined;
  /** Only the triangles of this name. Default: all of it. */ readonly group?: string | undefined;
  /** The length that is 1 in the arrays. Default: "m". */ readonly unit?: number | "m" | "cm" | "mm" | "in" | "ft" | undefined;
  /** The axis that points up in the arrays. Default: "y". */ readonly up?: "y" | "z" | undefined;
  /** Vertices at most so far apart become one; 0: those in the same place [m]. Default: a millionth of its size. */
  readonly weld?: number | undefined;
  /** Takes the mesh apart where three or more triangles meet at an edge. Default: false. */ readonly repair?: boolean | undefined;
}

/** A run of triangles that have names. */
export interface MeshGroupInput {
  /** What its triangles are called, 1 to 16 names. */ readonly names: readonly string[];
  /** Its first triangle, from 0. */ readonly start: number;
  /** How many triangles it has. */ readonly count: number;
}

/** A mesh file, and how it is to be taken. */
export interface MeshInput {
  /** The file's name; or the file itself, "data:model/gltf-binary;base64,…", also model/gltf+json, model/obj and application/octet-stream. */
  readonly file: string;
  /** Only the triangles of the object, group, mesh, node or material of this name. Default: all of it. */
  readonly group?: string | undefined;
  /** The length that is 1 in the file. Default: "m". */ readonly unit?: number | "m" | "cm" | "mm" | "in" | "ft" | undefined;
  /** The axis that points up in the file. Default: "y". */ readonly up?: "y" | "z" | undefined;
  /** Vertices at most so far apart become one, as at the seams of a texture; 0: those in the same place [m]. Default: glTF: 0; OBJ: none. */
  readonly weld?: number | undefined;
  /** Takes the mesh apart where three or more triangles meet at an edge, instead of refusing it. Default: false. */
  readonly repair?: boolean | undefined;
}

/** A flared piece behind the body that hangs from the shoulders. */
export interface CapeInput {
  /** Its kind. */ readonly kind: "cape";
  /** The figure it is made for. Default: the first one. */ readonly figure?: string | undefined;
  /** Distance to the body at the start [m]. Default: 0.012, for a body of 1.70 m. */ readonly ease?: number | undefined;
  /** Distance between neighbouring vertices [m]. Default: 0.026, for a body of 1.70 m. */ readonly spacing?: number | undefined;
  /** Vertices along the upper border, in place of spacing. Default: as fits the body. */ readonly columns?: number | undefined;
  /** Rows of vertices, in place of those that spacing makes. Default: as fits the body. */ readonly rows?: number | undefined;
  /** From the shoulders to the hem along the cloth; to the calves by default [m]. Default: as fits the body. */
  readonly length?: number | undefined;
  /** At the shoulders; from joint to joint by default [m]. Default: as fits the body. */ readonly width?: number | undefined;
  /** How far each side goes outward for each metre of length. Default: 0.22. */ readonly flare?: number | undefined;
}

/** A flared tube from the waist down. */
export interface SkirtInput {
  /** Its kind. */ readonly kind: "skirt";
  /** The figure it is made for. Default: the first one. */ readonly figure?: string | undefined;
  /** Distance to the body at the start [m]. Default: 0.012, for a body of 1.70 m. */ readonly ease?: number | undefined;
  /** Distance between neighbouring vertices [m]. Default: 0.0265, for a body of 1.70 m. */ readonly spacing?: number | undefined;
  /** Vertices around the waist, in place of spacing. Default: as fits the body. */ readonly columns?: number | undefined;
  /** Rings of vertices, in place of those that spacing makes. Default: as fits the body. */ readonly rows?: number | undefined;
  /** From waist to hem along the cloth; to the knees by default [m]. Default: as fits the body. */ readonly length?: number | undefined;
  /** How far the cloth goes outward for each metre down. Default: 0.35. */ readonly flare?: number | undefined;
  /** Height of the waistband; the waist's by default [m]. Default: as fits the body. */ readonly top?: number | undefined;
}

/** A fitted bodice with straps, and a flared skirt. */
export interface DressInput {
  /** Its kind. */ readonly kind: "dress";
  /** The figure it is made for. Default: the first one. */ readonly figure?: string | undefined;
  /** Distance to the body at the start [m]. Default: 0.012, for a body of 1.70 m. */ readonly ease?: number | undefined;
  /** Distance between neighbouring vertices [m]. Default: 0.0307, for a body of 1.70 m. */ readonly spacing?: number | undefined;
  /** Of the skirt, from waist to hem along the cloth; to the knees by default [m]. Default: as fits the body. */
  readonly length?: number | undefined;
  /** How far the cloth goes outward for each metre down. Default: 0.35. */ readonly flare?: number | undefined;
  /** Height of the bodice's upper border; as near under the arms as ease allows by default [m]. Default: as fits the body. */
  readonly top?: number | undefined;
  /** Width of the shoulder straps [m]. Default: 0.06, for a body of 1.70 m. */ readonly strapWidth?: number | undefined;
}

/** A round or square sheet with a hole for the head. */
export interface PonchoInput {
  /** Its kind. */ readonly kind: "poncho";
  /** The figure it is made for. Default: the first one. */ readonly figure?: string | undefined;
  /** Distance to the body at the start [m]. Default: 0.012, for a body of 1.70 m. */ readonly ease?: number | undefined;
  /** Distance between neighbouring vertices [m]. Default: 0.03, for a body of 1.70 m. */ readonly spacing?: number | undefined;
  /** Of the sheet and of its hole. Default: round. */ readonly shape?: "round" | "square" | undefined;
  /** From the middle to the hem: the radius, or half the side [m]. Default: 0.6, for a body of 1.70 m. */
  readonly length?: number | undefined;
  /** Radius of the hole, or half its side; as tight around the neck as ease allows by default [m]. Default: as fits the body. */
  readonly hole?: number | undefined;
}

/** A tube around the hips that parts into two for the legs. */
export interface TrousersInput {
  /** Its kind. */ readonly kind: "trousers";
  /** The figure it is made for. Default: the first one. */ readonly figure?: string | undefined;
  /** Distance to the body at the start [m]. Default: 0.012, for a body of 1.70 m. */ readonly ease?: number | undefined;
  /** Distance between neighbouring vertices [m]. Default: 0.03, for a body of 1.70 m. */ readonly spacing?: number | undefined;
  /** From the waist down to the hems; to the ankles by default [m]. Default: as fits the body. */ readonly length?: number | undefined;
  /** How far the legs go outward for each metre down. Default: 0.03. */ readonly flare?: number | undefined;
}

/** A tube along each arm. */
export interface SleevesInput {
  /** Its kind. */ readonly kind: "sleeves";
  /** The figure it is made for. Default: the first one. */ readonly figure?: string | undefined;
  /** Distance to the body at the start [m]. Default: 0.012, for a body of 1.70 m. */ readonly ease?: number | undefined;
  /** Distance between neighbouring vertices [m]. Default: 0.022, for a body of 1.70 m. */ readonly spacing?: number | undefined;
  /** Where the sleeves begin, along the arm from the shoulder joint; as near as ease allows by default [m]. Default: as fits the body. */
  readonly start?: number | undefined;
  /** Of each sleeve along the arm; to the wrist by default [m]. Default: as fits the body. */ readonly length?: number | undefined;
  /** How far the cloth goes outward for each metre along the arm. Default: 0.05. */ readonly flare?: number | undefined;
}

/** A spring system exactly as given. */
export interface NetworkInput {
  /** One a particle [m]. */ readonly positions: readonly VectorInput[];
  /** One a particle; a pin's velocity is 0 whatever stands here [m/s]. Default: all 0. */
  readonly velocities?: readonly VectorInput[] | undefined;
  /** One for all or one a particle, above 0. */ readonly masses: number | ArrayLike<number>;
  /** [i, j, restLength, stiffness, kind]: two particles, [m] above 0, [N/m], "stretch", "shear" or "bend". Default: []. */
  readonly springs?: readonly SpringRow[] | undefined;
  /** Corners; wind needs them. Default: []. */ readonly triangles?: readonly ArrayLike<number>[] | undefined;
  /** Rest coordinates (u, v), one pair a particle, for triangle models [m]. */
  readonly material?: readonly ArrayLike<number>[] | undefined;
  /** See below. */ readonly triangleStiffness?: TriangleStiffnessInput | undefined;
  /** A hinge of this modulus on every interior edge [N·m]. */ readonly bendModulus?: number | undefined;
  /** [i, j, k, l, αi, αj, αk, αl, λ]: E = ½ λ |αi xi + αj xj + αk xk + αl xl|², λ in N/m; in place of bendModulus. */
  readonly hinges?: readonly ArrayLike<number>[] | undefined;
}

/** Raw stiffness of triangles. */
export interface TriangleStiffnessInput {
  /** Stiffness along u [N/m]. Default: 0. */ readonly u?: number | undefined;
  /** Stiffness along v [N/m]. Default: 0. */ readonly v?: number | undefined;
  /** Stiffness of the first shear axis, 45° from u; that of the angle with "shear": "baraff-witkin" [N/m]. Default: 0. */
  readonly shearU?: number | undefined;
  /** Stiffness of the second shear axis; not used with "shear": "baraff-witkin" [N/m]. Default: 0. */ readonly shearV?: number | undefined;
}

/** A fabric of its own: a preset as `base`, with some fields set otherwise. */
export interface FabricInput {
  /** The preset from which the other fields come. Default: "cotton". */ readonly base?: FabricName | undefined;
  /** A name for people. Default: "custom". */ readonly name?: string | undefined;
  /** Mass per area [kg/m²]. Default: 0.1503. */ readonly density?: number | undefined;
  /** Stiffness along the warp (u) [N/m]. Default: 3955. */ readonly stretchWarp?: number | undefined;
  /** Stiffness along the weft (v) [N/m]. Default: 10354. */ readonly stretchWeft?: number | undefined;
  /** Shear modulus, below both stiffnesses [N/m]. Default: 66.8. */ readonly shear?: number | undefined;
  /** Flexural rigidity [N·m]. Default: 0.000005. */ readonly bending?: number | undefined;
  /** Thickness [m]. Default: 0.000318. */ readonly thickness?: number | undefined;
  /** Coulomb friction coefficient [-]. Default: 0.5. */ readonly friction?: number | undefined;
  /** Hold of the air, per mass [1/s]. Default: 0.67. */ readonly damping?: number | undefined;
  /** Strain that it never exceeds [-]. Default: 0.06. */ readonly strainLimit?: number | undefined;
  /** Force to tear it on [N]. Default: 12. */ readonly tearStrength?: number | undefined;
}

/** Raw spring constants in place of the fabric's. A kind that is left out has no springs. */
export interface SpringsInput {
  /** To the four neighbours on a grid; the edges of other shapes [N/m]. Default: 0. */ readonly stretch?: number | undefined;
  /** The diagonals of each cell of a grid [N/m]. Default: 0. */ readonly shear?: number | undefined;
  /** Two away along rows and columns of a grid; across each edge of other shapes [N/m]. Default: 0. */ readonly bend?: number | undefined;
  /** Two away along the diagonals of a grid [N/m]. Default: 0. */ readonly bendDiagonal?: number | undefined;
}

/** Vertices that are held: one `vertex`, or several `vertices`. */
export interface PinInput {
  /** The vertex. */ readonly vertex?: number | string | undefined;
  /** Several; in place of vertex. */ readonly vertices?: string | ColorInput | readonly number[] | undefined;
  /** Where they go. Default: none: they stay. */ readonly motion?: MotionInput | undefined;
  /** Let go at this time [s]. Default: never. */ readonly release?: number | undefined;
}

/** Vertices of a painted mesh, by their colour. */
export interface ColorInput {
  /** The colour. */ readonly color: "red" | "green" | "blue" | "white" | "black";
  /** Vertices that have more of it than this. Default: 0.5. */ readonly above?: number | undefined;
}

/** Where a point is, from where it started. The parts that are given add up; the rotation comes first. */
export interface MotionInput {
  /** Offsets at times; straight between them, held before the first and after the last. */
  readonly keyframes?: readonly KeyframeInput[] | undefined;
  /** To and fro along a direction. */ readonly sine?: SineInput | undefined;
  /** About an axis. */ readonly rotation?: RotationInput | undefined;
}

/** Where something is at a time. */
export interface KeyframeInput {
  /** Its time; times ascend [s]. */ readonly at: number;
  /** From the start [m]. */ readonly offset: VectorInput;
}

/** To and fro along a direction: offset = direction · amplitude · (sin 2π(frequency · t + phase) − sin 2π phase). */
export interface SineInput {
  /** Brought to length 1. */ readonly direction: VectorInput;
  /** Largest distance from the middle [m]. */ readonly amplitude: number;
  /** Turns a second [1/s]. */ readonly frequency: number;
  /** Where it begins [turns]. Default: 0. */ readonly phase?: number | undefined;
}

/** Turning about an axis. */
export interface RotationInput {
  /** Brought to length 1. */ readonly axis: VectorInput;
  /** A point on the axis [m]. */ readonly center: VectorInput;
  /** Counter-clockwise when the axis points at you [rad/s]. */ readonly speed: number;
  /** Begins [s]. Default: 0. */ readonly from?: number | undefined;
  /** Ends, and stays turned [s]. Default: never. */ readonly until?: number | undefined;
}

/** Damping in place of the fabric's. */
export interface DampingInput {
  /** C in f = −c v, for every particle [kg/s]. Default: the fabric's; 0 for raw springs and networks. */
  readonly viscous?: number | undefined;
  /** C_s in f = −c_s (v_i − v_j), for every spring [kg/s]. Default: 0. */ readonly relative?: number | undefined;
}

/** Vertices that go with a body or a figure. */
export interface AttachmentInput {
  /** As for pins. */ readonly vertices: string | ColorInput | readonly number[];
  /** A collider by its name, a figure, or a bone of one such as "figure.hips". */ readonly to: string;
  /** They are free, but get no further than this from where they would be held [m]. Default: held exactly. */
  readonly maxDistance?: number | undefined;
  /** With maxDistance: and no deeper than this behind that place, against the normal that the cloth has there at the start [m]. */
  readonly backstop?: number | undefined;
  /** Let go at this time; only where there is no maxDistance [s]. Default: never. */ readonly release?: number | undefined;
}

/** Wind over the whole scene. */
export interface WindInput {
  /** Of the wind [m/s]. */ readonly velocity: VectorInput;
  /** ρ of the linear law [kg/(m²·s)]. */ readonly density?: number | undefined;
  /** ρ of the drag and lift law [kg/m³]. Default: 1.2, as out of doors, without density. */ readonly airDensity?: number | undefined;
  /** Drag coefficient C_D, with airDensity. Default: 1. */ readonly drag?: number | undefined;
  /** Lift coefficient C_L, with airDensity; at most the drag. Default: 0. */ readonly lift?: number | undefined;
  /** The wind stops [s]. Default: for ever. */ readonly until?: number | undefined;
  /** Wavering wind. */ readonly gusts?: GustsInput | undefined;
}

/** Wavering wind. */
export interface GustsInput {
  /** Each component wavers by up to strength · |velocity|. */ readonly strength: number;
  /** A new gust about so often; the scene's seed decides which [s]. */ readonly period: number;
}

/** What happens at a time: pins are let go, edges are cut, or both. */
export interface EventInput {
  /** When; the first step that begins then or later [s]. */ readonly at: number;
  /** Pins to let go; vertices are numbered through all cloths in the order of the scene. Default: required without a cut. */
  readonly release?: readonly number[] | undefined;
  /** Edges [i, j] of triangles to cut along, by the numbers of the uncut scene. */ readonly cut?: readonly ArrayLike<number>[] | undefined;
}

/** Where a viewer should look from. */
export interface CameraInput {
  /** Where the camera stands [m]. */ readonly position: VectorInput;
  /** Where it looks [m]. */ readonly target: VectorInput;
}

/** A body that cloth meets. It has exactly one form: `plane`, `sphere`, `capsule`, `cone`, `box`, `heightField`, `cones` or `mesh`. */
export interface ColliderInput {
  /** A half-space. */ readonly plane?: PlaneInput | undefined;
  /** A ball. */ readonly sphere?: SphereInput | undefined;
  /** A rod with round ends. */ readonly capsule?: CapsuleInput | undefined;
  /** Two balls and what lies between them. */ readonly cone?: ConeInput | undefined;
  /** A box. */ readonly box?: BoxInput | undefined;
  /** Heights over a plane. */ readonly heightField?: HeightFieldInput | undefined;
  /** A figure of rounded cones. */ readonly cones?: readonly ConeInput[] | undefined;
  /** A surface of triangles. */ readonly mesh?: string | MeshBodyInput | TrianglesInput | undefined;
  /** With cones: how far from a crease between two cones it is filled and smoothed [m]. Default: 0.01. */
  readonly blend?: number | undefined;
  /** By which bodies.move of the library finds it; no two alike. Default: "collider 1", …. */ readonly name?: string | undefined;
  /** Where it goes: a rotation turns the body, the others shift it. Default: it stands still. */ readonly motion?: MotionInput | undefined;
  /** Coulomb's coefficient of its surface, at rest and in motion. Default: the scene's. */ readonly friction?: number | undefined;
  /** Thickness of its surface; friction and thickness tell what cloth makes of the two [m]. Default: the scene's. */
  readonly thickness?: number | undefined;
}

/** A half-space. */
export interface PlaneInput {
  /** A point of the plane [m]. Default: [0, 0, 0]. */ readonly point?: VectorInput | undefined;
  /** Points out of the solid side; any length. Default: [0, 1, 0]. */ readonly normal?: VectorInput | undefined;
}

/** A ball. */
export interface SphereInput {
  /** Its centre [m]. */ readonly center: VectorInput;
  /** Above 0 [m]. */ readonly radius: number;
}

/** A rod with round ends. */
export interface CapsuleInput {
  /** Centre of one end [m]. */ readonly from: VectorInput;
  /** Centre of the other end [m]. */ readonly to: VectorInput;
  /** Above 0 [m]. */ readonly radius: number;
}

/** Two balls and what lies between them. */
export interface ConeInput {
  /** Centre of one ball [m]. */ readonly from: VectorInput;
  /** Centre of the other ball [m]. */ readonly to: VectorInput;
  /** Radii of the two balls, above 0. */ readonly radii: ArrayLike<number>;
}

/** A box, sharp or with rounded edges. */
export interface BoxInput {
  /** Its middle [m]. */ readonly center: VectorInput;
  /** Half its lengths along u, v and u × v, above 0 [m]. */ readonly halfSizes: VectorInput;
  /** Direction of its first edge; any length. Default: [1, 0, 0]. */ readonly u?: VectorInput | undefined;
  /** Direction of its second edge, perpendicular to u; any length. Default: [0, 1, 0]. */ readonly v?: VectorInput | undefined;
  /** Turns it, in place of u and v. */ readonly rotation?: TurnInput | undefined;
  /** Radius of its edges, at most the smallest half size [m]. Default: 0. */ readonly rounding?: number | undefined;
}

/** An angle about an axis. */
export interface TurnInput {
  /** Brought to length 1. */ readonly axis: VectorInput;
  /** Counter-clockwise when the axis points at you [rad]. */ readonly angle: number;
}

/** Heights over a plane, bilinear between neighbours, solid below. */
export interface HeightFieldInput {
  /** Where the first height of the first row stands [m]. Default: [0, 0, 0]. */ readonly origin?: VectorInput | undefined;
  /** Direction along a row; any length. Default: [1, 0, 0]. */ readonly u?: VectorInput | undefined;
  /** Direction from row to row, perpendicular to u; any length. Heights go along v × u, by default up. Default: [0, 0, 1]. */
  readonly v?: VectorInput | undefined;
  /** Between neighbours, along u and v. */ readonly spacing: number | ArrayLike<number>;
  /** At least two rows of two numbers, all of the same length. */ readonly heights: readonly (readonly number[])[];
}

/** A mesh file as a body, which may be animated. */
export interface MeshBodyInput {
  /** The file's name, or the file itself, as for the mesh of a cloth. */ readonly file: string;
  /** Only the triangles of this name. Default: all of it. */ readonly group?: string | undefined;
  /** The length that is 1 in the file. Default: "m". */ readonly unit?: number | "m" | "cm" | "mm" | "in" | "ft" | undefined;
  /** The axis that points up in the file. Default: "y". */ readonly up?: "y" | "z" | undefined;
  /** Vertices at most so far apart become one [m]. Default: glTF: 0; OBJ: none. */ readonly weld?: number | undefined;
  /** Of a glTF file with animations, the one that plays from time 0 on; false: it stands as the file has it. Default: the first. */
  readonly animation?: false | string | undefined;
  /** Over and over; otherwise it holds its last keyframe. Default: false. */ readonly repeat?: boolean | undefined;
}

/** A surface of triangles, given outright. */
export interface TrianglesInput {
  /** Its vertices, where the body stands at the start [m]. */ readonly positions: ArrayLike<number> | readonly VectorInput[];
  /** Three different vertices each, numbered from 0. Default: every three vertices. */
  readonly triangles?: ArrayLike<number> | readonly ArrayLike<number>[] | undefined;
  /** Texture coordinates; a body has no use for them. */ readonly uv?: ArrayLike<number> | readonly ArrayLike<number>[] | undefined;
  /** Colours of the vertices; a body has no use for them. */ readonly colors?: ArrayLike<number> | readonly VectorInput[] | undefined;
  /** Names of the triangles; a body has no use for them. */ readonly groups?: readonly MeshGroupInput[] | undefined;
}

/** A mannequin that stands, walks or dances. */
export interface FigureInput {
  /** No two alike, and none like a collider. Default: "figure", "figure 2", …. */ readonly name?: string | undefined;
  /** 0.3 to 3 [m]. Default: 1.7. */ readonly height?: number | undefined;
  /** How stout, 0.8 to 1.3. Default: 1. */ readonly girth?: number | undefined;
  /** What it does. Default: { "cycle": "stand" }. */ readonly motion?: FigureMotionInput | undefined;
  /** What cloth meets: rounded cones about each bone, or the skin, a mesh body of some 16 000 vertices, which is closer and slower. Default: "cones". */
  readonly collider?: "cones" | "skin" | undefined;
  /** Coulomb's coefficient. Default: the scene's. */ readonly friction?: number | undefined;
  /** Thickness of its surface, up to 1: cloth keeps half of it and half of its own from the body [m]. Default: 0.008. */
  readonly thickness?: number | undefined;
}

/** What a figure does. */
export interface FigureMotionInput {
  /** "stand", "walk", "turn", "dance", or "press", in which an arm is pressed to the trunk. */
  readonly cycle: "stand" | "walk" | "turn" | "dance" | "press";
  /** How fast its clock runs. Default: 1. */ readonly speed?: number | undefined;
  /** Time in which it gets going from rest [s]. Default: 1. */ readonly start?: number | undefined;
  /** Where walking leads: "straight", to the left on a "circle", or "none". Default: "straight". */
  readonly travel?: "straight" | "circle" | "none" | undefined;
}

/** How contact is treated. */
export interface CollisionInput {
  /** Whether cloth meets itself and every other cloth. Default: false. */ readonly self?: boolean | undefined;
  /** Of bodies that do not give their own, and if written of cloth, up to 1 [m]. Default: 0.001. */
  readonly thickness?: number | undefined;
  /** Coulomb's coefficient of bodies that do not give their own, and if written of cloth. Default: 0.3. */
  readonly friction?: number | undefined;
  /** What is left of the speed of an impact, 0 to 1; what lies on a body does not bounce. Default: 0. */
  readonly restitution?: number | undefined;
  /** What starts inside a body is brought out no faster [m/s]. Default: 1. */ readonly pushSpeed?: number | undefined;
  /** What becomes of vertices that a step would put into a body: the method keeps them out in its own solve and what is left is altered after it, all are altered after the step, or what alteration would move them by goes into the solve of the next one. Default: "solved". */
  readonly alteration?: "solved" | "after" | "inside" | undefined;
  /** How triangles that may touch are looked for: by a tree of boxes, or by a grid of cells. Default: "tree". */
  readonly broadPhase?: "tree" | "grid" | undefined;
  /** How surfaces that are nearer than their thickness push each other apart. Default: by a shift that leaves no velocity. */
  readonly repulsion?: RepulsionInput | undefined;
}

/** How surfaces that are nearer than their thickness push each other apart: a spring between them. */
export interface RepulsionInput {
  /** Stiffness of the spring that is pressed between them [N/m]. */ readonly stiffness: number;
  /** Up to which speed they are pushed: a tenth of what they lack in a step, or twice that, as the paper prints it. Default: "corrected". */
  readonly cap?: "corrected" | "printed" | undefined;
}

/** A garment around a figure in its rest pose. */
export type GarmentInput = CapeInput | SkirtInput | DressInput | PonchoInput | TrousersInput | SleevesInput;

/** A spring of a network: its two particles, its length at rest [m], its stiffness [N/m] and its kind. */
export type SpringRow = readonly [i: number, j: number, restLength: number, stiffness: number, kind: "stretch" | "shear" | "bend"];

/** The fabrics that have a name. */
export type FabricName =
  | "cotton"
  | "wool"
  | "stretch-wool"
  | "polyester"
  | "denim"
  | "silk"
  | "satin"
  | "linen"
  | "canvas"
  | "jersey"
  | "leather"
  | "rubber";

/** The options of methods. */
export interface MethodOptionInputs {
  /** What a step may cost on a core of 2.5 GHz; where it would cost more, cloth in contact is proposed less often, then solved with fewer iterations; 0: 120 [ms]. Default: 0. */
  readonly budget?: number | undefined;
  /** What computes: typescript (double precision), wasm (WebAssembly, four times as fast, single precision where that is enough), or auto: wasm for cloths of 1,000 particles and more where it is to be had; conjugate gradients to less than 1e-5 are typescript's. Default: auto. */
  readonly kernels?: "auto" | "wasm" | "typescript" | undefined;
  /** Let the hinges of the cloth act. Default: true. */ readonly bending?: boolean | undefined;
  /** Model of the springs' stiffness blocks in the system matrix. Default: clamped. */
  readonly jacobian?: "exact" | "clamped" | "choi" | "smoothed" | "projected" | "isotropic" | undefined;
  /** The linear solve ends at ‖b − Ay‖ ≤ tolerance·‖b‖. Default: 0.000001. */ readonly tolerance?: number | undefined;
  /** The linear solve also ends when velocities are right to this (root mean square): a cloth at rest costs next to nothing [m/s]. Default: 0. */
  readonly velocityTolerance?: number | undefined;
  /** Where the smoothed jacobian begins, as a fraction of the rest length. Default: 0.8. */ readonly alpha?: number | undefined;
  /** Which springs enter the matrix: all, or type 1 (stretch and shear) only. Default: all. */
  readonly jacobianSprings?: "all" | "stretch" | undefined;
  /** The linear solve gives up after this many iterations. Default: 10000. */ readonly maxIterations?: number | undefined;
  /** What speeds up conjugate gradients: blocks, the inverse diagonal ones; or multigrid besides, for large stiff cloth: fewer iterations, whatever the mesh, each dearer; auto: multigrid for cloth that is large and stiff enough and meets nothing. Default: blocks. */
  readonly preconditioner?: "blocks" | "multigrid" | "auto" | undefined;
  /** The linear solve begins with this share of the last step's change of velocity: what ends early falls behind less. Default: 0. */
  readonly warmStart?: number | undefined;
  /** Weight λ of the new time level: 0 explicit Euler, ½ second order, 1 implicit Euler. Default: 0.5. */
  readonly theta?: number | undefined;
  /** η, Jacobi sweeps a step; an odd number is unstable when stiff. Default: 2. */ readonly sweeps?: number | undefined;
  /** Order of the prediction in time. Default: 1. */ readonly order?: number | undefined;
  /** Consistent: damps velocity; printed: as the paper's equations 22–25 stand, resists acceleration only. Default: consistent. */
  readonly damping?: "consistent" | "printed" | undefined;
  /** Where a spring will point: previous (as now), ier (it keeps turning) or ivt (its ends fly on). Default: ivt. */
  readonly predictor?: "previous" | "ier" | "ivt" | undefined;
  /** α₀, α₁ … of a prediction, in place of its order: of places now and before (ivt) or of turns (ier, iar). */
  readonly weights?: readonly number[] | undefined;
  /** Solves a step: 1 is the published method, more approach the fully implicit step. Default: 1. */
  readonly iterations?: number | undefined;
  /** Lbfgs: the iterations learn from one another, and ten of them move like the fully implicit step. */
  readonly acceleration?: "none" | "lbfgs" | undefined;
  /** Euler: first order, damps motion; bdf2: second order, keeps it alive; midpoint: the same in many short steps of one solve. Default: euler. */
  readonly integrator?: "euler" | "bdf2" | "midpoint" | undefined;
  /** Steps that lbfgs remembers. Default: 8. */ readonly memory?: number | undefined;
  /** Order of elimination in the factor; auto compares the fill that several of them predict. Default: auto. */
  readonly ordering?: "auto" | "natural" | "cuthill-mckee" | "reverse-cuthill-mckee" | "minimum-degree" | "nested-dissection" | undefined;
  /** Targets of the shear axes: derived from those of u and v, or predicted on their own; lbfgs follows the energy, so own after its first iteration. Default: derived. */
  readonly shearTarget?: "derived" | "own" | undefined;
  /** Solves a step, each over its part of it. Default: 4. */ readonly substeps?: number | undefined;
  /** Coarse hats along the side of a square as large as a cloth: 9 for 4 substeps, 17 for 8; 0 for none, which follows slowly. Default: 9. */
  readonly hats?: number | undefined;
  /** How stiff springs stay on hats that turn far in a substep: less follows faster, more is steadier. Default: 0.25. */
  readonly turning?: number | undefined;
  /** What solves for all particles: the factor, or a cycle of multigrid, quicker and smaller on large cloth; auto takes it from 20,000 particles on. Default: auto. */
  readonly fine?: "auto" | "factor" | "multigrid" | undefined;
  /** Give free bodies back the linear and angular momentum that the approximation takes. Default: false. */
  readonly momentum?: boolean | undefined;
  /** Old: the present tension keeps its direction, as published; rotated: it turns with the spring. Default: old. */
  readonly tension?: "old" | "rotated" | undefined;
  /** How triangles resist shear: by the axes turned by ±45°, or by the angle between warp and weft. Default: axes. */
  readonly shear?: "axes" | "baraff-witkin" | undefined;
}

/** Options that several methods take together. */
type LinearSolve = "jacobian" | "tolerance" | "velocityTolerance" | "alpha" | "jacobianSprings" | "maxIterations" | "bending";
type LinearModel = "order" | "weights" | "iterations" | "acceleration" | "integrator" | "memory" | "ordering" | "bending";

/** Some of the options, and the one of all methods. */
type Options<Name extends keyof MethodOptionInputs> = Pick<MethodOptionInputs, Name> & {
  /** Single allows kernels in WebAssembly. Default: single. */ readonly precision?: "double" | "single" | undefined;
};

/** The solver of each method. A program with methods of its own adds them here. */
export interface SolverInputs {
  /** Auto. */ auto: { readonly method?: "auto" | undefined } & Options<"budget" | "bending"> & {
      /** What computes: typescript (double precision), wasm (WebAssembly), or auto: wasm where it is to be had, however small the cloth. Default: auto. */
      readonly kernels?: "auto" | "wasm" | "typescript" | undefined;
    };
  /** Implicit Euler. */ "implicit-euler": { readonly method: "implicit-euler" } & Options<
    LinearSolve | "preconditioner" | "kernels" | "warmStart"
  >;
  /** Explicit Euler. */ "explicit-euler": { readonly method: "explicit-euler" } & Options<"bending">;
  /** Symplectic Euler. */ "symplectic-euler": { readonly method: "symplectic-euler" } & Options<"bending">;
  /** Velocity Verlet. */ verlet: { readonly method: "verlet" } & Options<"bending">;
  /** Runge–Kutta 4. */ rk4: { readonly method: "rk4" } & Options<"bending">;
  /** θ-blend. */ theta: { readonly method: "theta" } & Options<LinearSolve | "theta" | "preconditioner" | "kernels">;
  /** Implicit midpoint. */ "implicit-midpoint": { readonly method: "implicit-midpoint" } & Options<
    LinearSolve | "preconditioner" | "kernels"
  >;
  /** Kim's scalable Gauss–Seidel. */ "gauss-seidel": { readonly method: "gauss-seidel" } & Options<
    "alpha" | "jacobianSprings" | "maxIterations" | "bending" | "kernels"
  > & {
      /** η, how often each step goes over the cloth. Default: 4. */ readonly sweeps?: number | undefined;
      /** Model of the springs' stiffness blocks in the system matrix. Default: smoothed. */
      readonly jacobian?: "exact" | "clamped" | "choi" | "smoothed" | "projected" | "isotropic" | undefined;
      /** Sweep by particle number, or colour by colour (can be split without changing the result). Default: index. */
      readonly order?: "index" | "coloured" | undefined;
      /** Above 0: sweep until ‖b − Av‖ ≤ tolerance·‖b‖ instead of η times; it is the implicit method then. Default: 0. */
      readonly tolerance?: number | undefined;
    };
  /** Kang & Cho's block Jacobi. */ "block-jacobi": { readonly method: "block-jacobi" } & Options<
    "sweeps" | "damping" | "alpha" | "jacobianSprings" | "bending" | "kernels"
  > & {
      /** Model of the springs' stiffness blocks in the system matrix. Default: projected. */
      readonly jacobian?: "exact" | "clamped" | "choi" | "smoothed" | "projected" | "isotropic" | undefined;
    };
  /** Kang's first method. */ "scalar-jacobi": { readonly method: "scalar-jacobi" } & Options<"sweeps" | "bending">;
  /** Linear edges, factored once. */ "linear-edge": { readonly method: "linear-edge" } & Options<LinearModel | "predictor" | "kernels"> & {
      /** Iterations end when the residual has fallen to this fraction of the first one. Default: 1e-9. */
      readonly tolerance?: number | undefined;
    };
  /** Linear triangles, factored once. */ "linear-triangle": { readonly method: "linear-triangle" } & Options<
    LinearModel | "shearTarget" | "kernels"
  > & {
      /** Where a triangle's axes will point: previous (as now), iar (they keep turning) or ivt (the corners fly on). Default: ivt. */
      readonly predictor?: "previous" | "iar" | "ivt" | undefined;
      /** Iterations end when the residual has fallen to this fraction of the first one. Default: 1e-9. */
      readonly tolerance?: number | undefined;
    };
  /** Two levels. */ "two-level": { readonly method: "two-level" } & Options<
    "substeps" | "hats" | "turning" | "fine" | "ordering" | "bending"
  > & {
      /** Weight of the end of a substep: ½ keeps all energy, vibration too, more damps it. Default: 0.51. */
      readonly theta?: number | undefined;
      /** What computes: typescript (double precision), wasm (WebAssembly, single precision where that is enough), or auto: wasm for cloths of 100 particles and more where it is to be had. Default: auto. */
      readonly kernels?: "auto" | "wasm" | "typescript" | undefined;
    };
  /** Desbrun's filter. */ desbrun: { readonly method: "desbrun" } & Options<"momentum" | "ordering" | "bending"> & {
      /** Accepted and ignored: the solve is direct. Default: 0.000001. */ readonly tolerance?: number | undefined;
    };
  /** Choi & Ko's implicit. */ "choi-ko": { readonly method: "choi-ko" } & Options<
    "tolerance" | "maxIterations" | "bending" | "preconditioner" | "kernels"
  >;
  /** Oh's PAID. */ paid: { readonly method: "paid" } & Options<LinearSolve | "tension" | "preconditioner" | "kernels">;
  /** BDF2. */ bdf2: { readonly method: "bdf2" } & Options<LinearSolve | "preconditioner" | "kernels">;
  /** BDF2 with PAID. */ "bdf2-paid": { readonly method: "bdf2-paid" } & Options<LinearSolve | "tension" | "preconditioner" | "kernels">;
  /** Rosenbrock 4. */ rosenbrock: { readonly method: "rosenbrock" } & Options<LinearSolve | "preconditioner">;
  /** Newton Euler (reference). */ "newton-euler": { readonly method: "newton-euler" } & Options<"bending" | "preconditioner"> & {
      /** Newton ends when the residual has fallen to this fraction of the first one. Default: 1e-10. */
      readonly tolerance?: number | undefined;
      /** Newton gives up after this many iterations. Default: 1000. */ readonly maxIterations?: number | undefined;
    };
  /** Newton midpoint (reference). */ "newton-midpoint": { readonly method: "newton-midpoint" } & Options<"bending" | "preconditioner"> & {
      /** Newton ends when the residual has fallen to this fraction of the first one. Default: 1e-10. */
      readonly tolerance?: number | undefined;
      /** Newton gives up after this many iterations. Default: 1000. */ readonly maxIterations?: number | undefined;
    };
  /** Triangles, implicit. */ "triangle-implicit": { readonly method: "triangle-implicit" } & Options<
    "shear" | "tolerance" | "velocityTolerance" | "maxIterations" | "bending" | "preconditioner" | "kernels" | "warmStart"
  >;
}

/** The method that moves the cloth, and its options: a union by `method`. */
export type SolverInput = SolverInputs[keyof SolverInputs];
