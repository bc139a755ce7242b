import type { BodyShape } from "../contact/shapes/collider-catalog.ts";
import { POSE_SIZE, placeVertices } from "../core/body-motion.ts";
import { cos, sin } from "../core/trig.ts";
import { add3, length3, scale3, subtract3, type Vec3 } from "../core/vec3.ts";
import { BEND, type Cloth } from "../fabric/cloth.ts";
import { type Figure, skinSurface } from "../figure/figure.ts";
import type { SimulationSetup } from "../sim/setup.ts";
import type { Simulation } from "../sim/simulation.ts";
import { meshesOfShape } from "./body-mesh.ts";
import { BODY_COLOUR, CLOTH_COLOURS } from "./cloth-colours.ts";
import { clothTriangles } from "./cloth-triangles.ts";
import { mapColours } from "./colour-map.ts";
import { type Colour, type DrawnLines, type DrawnSurface, drawPicture, type PictureContent, type PictureSize } from "./draw-picture.ts";
import type { Camera } from "./rasterise.ts";

/** What a scene says about its picture; a parsed scene is one. */
export interface DrawnScene {
  readonly colliders: readonly { readonly shape: BodyShape | { readonly kind: "mesh" } }[];
  readonly figures: readonly { readonly figure: Figure; readonly colliders: DrawnScene["colliders"] }[];
  readonly camera?: { readonly position: Vec3; readonly target: Vec3 };
  readonly floor?: number;
}

/** What of a simulation is drawn. */
export interface Drawn extends Pick<Simulation, "particleCount" | "triangles" | "origin" | "cloths" | "readPositions"> {
  readonly bodies: Pick<Simulation["bodies"], "list" | "readPoses" | "readSurface">;
}

/** How a simulation is drawn. */
export interface PictureOptions {
  /** From where and to where it is looked [m]: the scene's camera without, or one that has the whole cloth in view. */
  readonly eye?: Vec3;
  readonly target?: Vec3;
  /** The whole vertical angle [degrees], 35 without. */
  readonly fieldOfView?: number;
  /** As cloth; by the largest strain of the edges at each vertex; or by a number of each vertex. */
  readonly colour?: "cloth" | "strain" | ArrayLike<number>;
  /** Which values have the first and the last colour: 0 to 0.1 without. */
  readonly colourRange?: readonly [number, number];
  /** Draws the edges of the triangles too. */
  readonly edges?: boolean;
  /** Height of the floor [m], or none: the scene's without. */
  readonly floor?: number | "none";
  /** Nothing behind but shadows: four bytes a pixel, the last its opacity. */
  readonly clear?: boolean;
}

const FIGURE: Colour = [0.85, 0.79, 0.73];
const EDGE: Colour = [0.2, 0.16, 0.15];
const SPRING: Colour = [0.55, 0.22, 0.18];

/** What a simulation looks like now, and from where it is looked at. */
export interface SimulationPicture {
  readonly content: PictureContent;
  readonly camera: Camera;
}

/** Draws the cloth, the bodies and the figures of a simulation as they are now: red, green, blue (and opacity), rows from the top. */
export function drawSimulation(
  simulation: Drawn,
  stage: DrawnScene,
  setup: Pick<SimulationSetup, "cloth" | "sceneIndex" | "positions">,
  view: PictureOptions,
  size: PictureSize,
): Uint8Array {
  const { content, camera } = gatherPicture(simulation, stage, setup, view);
  return drawPicture(content, camera, size);
}

/** The surfaces and lines of a simulation as they are now, for whoever draws them. */
export function gatherPicture(
  simulation: Drawn,
  stage: DrawnScene,
  setup: Pick<SimulationSetup, "cloth" | "sceneIndex" | "positions">,
  view: PictureOptions,
): SimulationPicture {
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  const camera = chooseCamera(positions, stage, view);
  const reach = 4 * length3(subtract3(camera.target, camera.eye));
  const poses = new Float64Array(POSE_SIZE * simulation.bodies.list.length);
  simulation.bodies.readPoses(poses);
  const surfaces = [
    ...clothSurfaces(simulation, positions, setup, view),
    ...bodySurfaces(simulation, stage, poses, reach),
    ...figureSurfaces(stage, poses),
  ];
  const lines: DrawnLines[] = [];
  const { triangles } = simulation;
  if (triangles.length === 0) {
    const segments = gatherSegments(positions, springPairs(setup));
    lines.push({ segments, colour: SPRING, thickness: 1.6 });
  } else if (view.edges === true) {
    lines.push({ segments: gatherSegments(positions, edgePairs(triangles)), colour: EDGE, thickness: 0.75 });
  }
  const floor = view.floor === "none" ? undefined : (view.floor ?? findFloor(stage));
  return { content: { surfaces, lines, floor, clear: view.clear === true }, camera };
}

function chooseCamera(positions: Float64Array, { camera }: DrawnScene, view: PictureOptions): Camera {
  const { fieldOfView = 35 } = view;
  if (view.eye !== undefined && view.target !== undefined) return { eye: view.eye, target: view.target, fieldOfView };
  if (camera !== undefined && view.target === undefined) {
    return { eye: view.eye ?? camera.position, target: camera.target, fieldOfView };
  }
  const low = [0, 1, 2].map((c) => positions.reduce((m, x, i) => (i % 3 === c ? Math.min(m, x) : m), 1e9));
  const high = [0, 1, 2].map((c) => positions.reduce((m, x, i) => (i % 3 === c ? Math.max(m, x) : m), -1e9));
  const target = view.target ?? ([0, 1, 2].map((c) => (low[c] + high[c]) / 2) as [number, number, number]);
  const radius = Math.max(1e-6, 0.5 * length3([high[0] - low[0], high[1] - low[1], high[2] - low[2]]));
  const half = (fieldOfView * Math.PI) / 360;
  const direction = scale3([0.5, 0.3, 0.81], (1.1 * radius * cos(half)) / sin(half) / 0.999);
  return { eye: view.eye ?? add3(target, direction), target, fieldOfView };
}

/** A level plane is drawn as floor. */
function findFloor({ colliders, floor }: DrawnScene): number | undefined {
  const level = colliders.map(({ shape }) => shape).find((shape) => isLevel(shape));
  return level !== undefined && "point" in level ? level.point[1] : floor;
}

function isLevel(shape: DrawnScene["colliders"][number]["shape"]): boolean {
  return shape.kind === "plane" && "normal" in shape && shape.normal[1] > 0.999;
}

/** A surface for each cloth, in its colours, or one for all where the colours tell something else. */
function clothSurfaces(
  drawn: Drawn,
  positions: Float64Array,
  setup: Pick<SimulationSetup, "cloth" | "sceneIndex" | "positions">,
  { colour = "cloth", colourRange: [low, high] = [0, 0.1] }: PictureOptions,
): DrawnSurface[] {
  const { origin, triangles } = drawn;
  if (colour !== "cloth") {
    const values = colour === "strain" ? vertexStrains(positions, triangles, origin, setup) : colour;
    return [{ positions, triangles, colour: mapColours(values, low, high) }];
  }
  return clothTriangles(drawn).map((own, n) => {
    const [front, back] = CLOTH_COLOURS[n % CLOTH_COLOURS.length];
    return { positions, triangles: own, colour: front, back };
  });
}

/** The largest strain of the edges of triangles at each vertex [−]; 0 where all are compressed. */
export function vertexStrains(
  positions: Float64Array,
  triangles: Uint32Array,
  origin: Uint32Array,
  { cloth, sceneIndex, positions: start }: Pick<SimulationSetup, "cloth" | "sceneIndex" | "positions">,
): Float64Array {
  const engine = new Uint32Array(sceneIndex.length);
  for (let i = 0; i < sceneIndex.length; i++) engine[sceneIndex[i]] = i;
  const strains = new Float64Array(positions.length / 3);
  for (let k = 0; k < triangles.length; k++) {
    const i = triangles[k];
    const j = triangles[k % 3 === 2 ? k - 2 : k + 1];
    const rest = restLength(cloth, start, engine[origin[i]], engine[origin[j]]);
    const strain = distance(positions, 3, i, j) / rest - 1;
    if (!(rest > 0)) continue;
    if (strain > strains[i]) strains[i] = strain;
    if (strain > strains[j]) strains[j] = strain;
  }
  return strains;
}

function restLength({ material, restPositions }: Cloth, start: Float64Array, i: number, j: number): number {
  const flat = material.length > 0 ? distance(material, 2, i, j) : 0;
  return flat > 0 ? flat : distance(restPositions ?? start, 3, i, j);
}

function distance(x: Float64Array, dimension: number, i: number, j: number): number {
  let squared = 0;
  for (let c = 0; c < dimension; c++) {
    const d = x[dimension * j + c] - x[dimension * i + c];
    squared += d * d;
  }
  return Math.sqrt(squared);
}

function bodySurfaces({ bodies }: Drawn, { colliders, figures }: DrawnScene, poses: Float64Array, size: number): DrawnSurface[] {
  const ofFigures = new Set(figures.flatMap((figure) => figure.colliders));
  return colliders.flatMap((collider, n) => {
    const { shape } = collider;
    if (ofFigures.has(collider) || isLevel(shape)) return [];
    const { surface } = bodies.list[n];
    if (shape.kind === "mesh") {
      if (surface === undefined) return [];
      const positions = new Float64Array(surface.positions.length);
      bodies.readSurface(n, positions);
      return [{ positions, triangles: surface.triangles, colour: BODY_COLOUR }];
    }
    return meshesOfShape(shape, size).map(({ positions, triangles }) => {
      const placed = new Float64Array(positions.length);
      placeVertices(positions, poses, POSE_SIZE * n, placed, 0);
      return { positions: placed, triangles, colour: BODY_COLOUR };
    });
  });
}

function figureSurfaces({ colliders, figures }: DrawnScene, poses: Float64Array): DrawnSurface[] {
  return figures.map(({ figure, colliders: [first] }) => {
    const positions = new Float64Array(figure.surface.positions.length);
    const start = POSE_SIZE * colliders.indexOf(first);
    skinSurface(figure, poses.subarray(start, start + POSE_SIZE * figure.bones.length), positions);
    return { positions, triangles: figure.surface.triangles, colour: FIGURE };
  });
}

/** The springs along the threads, by the scene's vertices. */
function springPairs({ cloth, sceneIndex }: Pick<SimulationSetup, "cloth" | "sceneIndex">): Uint32Array {
  const { ends, kind } = cloth.springs;
  return ends.filter((_, e) => kind[e >> 1] !== BEND).map((i) => sceneIndex[i]);
}

/** Every edge of the triangles; those inside twice, which costs little. */
function edgePairs(triangles: Uint32Array): Uint32Array {
  return Uint32Array.from({ length: 2 * triangles.length }, (_, e) => {
    const k = e >> 1;
    return triangles[(e & 1) === 0 ? k : k % 3 === 2 ? k - 2 : k + 1];
  });
}

function gatherSegments(positions: Float64Array, pairs: Uint32Array): Float64Array {
  const segments = new Float64Array(3 * pairs.length);
  pairs.forEach((i, e) => {
    segments.set(positions.subarray(3 * i, 3 * i + 3), 3 * e);
  });
  return segments;
}
