import { POSE_SIZE, placeVertices } from "../core/body-motion.ts";
import { skinSurface } from "../figure/figure.ts";
import type { BakedBody } from "./baked-bodies.ts";
import { type FileSpace, moveToSpace, posesInSpace, SCENE_SPACE, turnToSpace } from "./file-space.ts";
import { computeNormals } from "./normals.ts";
import type { RecordedFrame, RecordedTopology, Recording } from "./recording.ts";

/** How a file wants a run. */
export interface BakedRunOptions extends Partial<FileSpace> {
  /** The number of its first frame: 0 without. */
  readonly startFrame?: number;
}

/**
 * A recording with one topology throughout, as files want it: that of the last frame. A vertex that a cut adds is, before the cut, where
 * the vertex is that it comes from; the triangles stay the same, so the corner of a triangle tells which.
 *
 * Whatever is read from it, and its bodies, are in the file's coordinates.
 */
export interface BakedRun extends FileSpace {
  readonly frameCount: number;
  /** The number of the first frame. */
  readonly startFrame: number;
  /** Frames a second of simulated time. */
  readonly rate: number;
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  readonly uv: Float32Array;
  readonly cloths: readonly BakedCloth[];
  /** Bodies that are written beside the cloth. */
  readonly bodies: readonly BakedBody[];
  /** Simulated time of a frame [s]. */
  timeOf(frame: number): number;
  /** Positions, packed x, y, z, in the scene's order. */
  readPositions(frame: number, out: Float32Array | Float64Array): void;
  /** Velocities, a unit a second; absent where the recording has none. */
  readVelocities?(frame: number, out: Float32Array | Float64Array): void;
  /** Where all bodies are, 12 numbers each. */
  readPoses(frame: number): Float64Array;
  /** The vertices of a body where they are in a frame, as many as it has positions. */
  readBody(body: BakedBody, frame: number, out: Float32Array | Float64Array): void;
  /** Positions and unit normals; the normals are those of the cloth as it was, so that a cut does not show before it is made. */
  readSurface(frame: number, positions: Float32Array, normals: Float32Array): void;
}

/** One cloth of the scene. */
export interface BakedCloth {
  readonly name: string;
  /** Its vertices among those of the run, ascending. */
  readonly vertices: Uint32Array;
  /** Corners of its triangles, as places in `vertices`. */
  readonly triangles: Uint32Array;
}

export function createBakedRun(recording: Recording, bodies: readonly BakedBody[] = [], options: BakedRunOptions = {}): BakedRun {
  const { topology, plan, frameCount, hasVelocities } = recording;
  const { startFrame = 0, metresPerUnit = SCENE_SPACE.metresPerUnit, up = SCENE_SPACE.up } = options;
  const space: FileSpace = { metresPerUnit, up };
  const inScene = new Map(bodies.map((body) => [placeBody(body, space), body]));
  const { vertexCount, triangles, uv } = topology;
  const corners = cornersOf(topology);
  const cloths = recording.cloths.map(({ name, start, end }) => pickCloth(topology, name, start, end));

  /** Puts numbers of a frame's own vertices, three each, where the run has them. */
  function spread({ topology: own }: RecordedFrame, values: Float32Array | Float64Array, out: typeof values): void {
    if (own === topology) {
      out.set(values);
      return;
    }
    for (let v = 0; v < vertexCount; v++) {
      const from = 3 * (corners[v] < 0 ? v : own.triangles[corners[v]]);
      out[3 * v] = values[from];
      out[3 * v + 1] = values[from + 1];
      out[3 * v + 2] = values[from + 2];
    }
  }

  return {
    ...space,
    startFrame,
    frameCount,
    rate: plan.rate,
    vertexCount,
    triangles,
    uv,
    cloths,
    bodies: [...inScene.keys()],
    timeOf: plan.timeOf,
    readPositions(frame, out) {
      const kept = recording.readFrame(frame);
      spread(kept, kept.positions, out);
      moveToSpace(out, space);
    },
    ...(hasVelocities
      ? {
          readVelocities(frame, out) {
            const kept = recording.readFrame(frame);
            if (kept.velocities !== undefined) spread(kept, kept.velocities, out);
            moveToSpace(out, space);
          },
        }
      : {}),
    readPoses: (frame) => posesInSpace(recording.readFrame(frame).poses, space),
    readBody(body, frame, out) {
      const { poses, time } = recording.readFrame(frame);
      const placed = new Float64Array(body.positions.length);
      placeVerticesOf(inScene.get(body) ?? body, poses, time, placed);
      moveToSpace(placed, space);
      out.set(placed);
    },
    readSurface(frame, positions, normals) {
      const kept = recording.readFrame(frame);
      const places = Float32Array.from(kept.positions);
      const own = new Float32Array(places.length);
      computeNormals(places, kept.topology.triangles, own);
      spread(kept, places, positions);
      spread(kept, own, normals);
      moveToSpace(positions, space);
      turnToSpace(normals, up);
    },
  };
}

/** A body as the file has it. */
function placeBody(body: BakedBody, space: FileSpace): BakedBody {
  const positions = body.positions.slice();
  moveToSpace(positions, space);
  return { ...body, positions };
}

/** Where a body of the scene is [m]. */
function placeVerticesOf({ positions, pose, figure, place }: BakedBody, poses: Float64Array, time: number, out: Float64Array): void {
  if (figure !== undefined) skinSurface(figure, poses.subarray(POSE_SIZE * pose, POSE_SIZE * (pose + figure.bones.length)), out);
  else if (place !== undefined) place(poses, out, 0, time);
  else placeVertices(positions, poses, POSE_SIZE * pose, out, 0);
}

/** A corner at which each vertex is; −1 for one without triangles, which no cut touches. */
function cornersOf({ vertexCount, triangles }: RecordedTopology): Int32Array {
  const corners = new Int32Array(vertexCount).fill(-1);
  for (let k = 0; k < triangles.length; k++) corners[triangles[k]] = k;
  return corners;
}

function pickCloth({ origin, triangles }: RecordedTopology, name: string, start: number, end: number): BakedCloth {
  const place = new Int32Array(origin.length).fill(-1);
  const vertices: number[] = [];
  origin.forEach((first, v) => {
    if (first >= start && first < end) place[v] = vertices.push(v) - 1;
  });
  return {
    name,
    vertices: Uint32Array.from(vertices),
    triangles: triangles.filter((_, k) => place[triangles[k]] >= 0).map((v) => place[v]),
  };
}
