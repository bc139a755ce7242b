import { Box3, type Matrix4, type Mesh, Quaternion, Vector3 } from "three";
import { InputError } from "../core/errors.ts";
import type { ColliderInput } from "../scene/scene-input.ts";
import { describeObject, readMesh, turnOver } from "./surface-from-object.ts";
import { weldSurface } from "./weld-surface.ts";

/** What a mesh can be for cloth. */
export type BodyForm = "sphere" | "box" | "capsule" | "plane" | "mesh";

export const BODY_FORMS: readonly BodyForm[] = ["sphere", "box", "capsule", "plane", "mesh"];

/** Sizes that differ by less than this share are the same. */
const SLACK = 1e-3;

interface Frame {
  readonly matrix: Matrix4;
  readonly position: Vector3;
  readonly rotation: Quaternion;
  /** Lengths of its axes, all positive. */
  readonly scale: Vector3;
  readonly isUniform: boolean;
  /** Its axes are not at right angles. */
  readonly isSheared: boolean;
}

/**
 * A mesh as a body where `matrix` puts it: spheres, boxes and capsules of three.js by their formulas, where scale and shape are still theirs, and all else as
 * triangles: cylinders and cones too, whose ends are flat, and planes, which end. `form` takes the bounds of the geometry for another form; "plane" is without end, through
 * the object and facing along its z axis if its geometry is flat there, else along y.
 */
export function bodyForm(mesh: Mesh, matrix: Matrix4, form?: BodyForm): ColliderInput {
  const frame = readFrame(matrix);
  if (!(Math.min(...frame.scale.toArray()) > 0)) {
    throw new InputError(describeObject(mesh), `a scale of ${frame.scale.toArray().join(", ")}`, "give it a size before it is followed");
  }
  if (form === "mesh") return meshForm(mesh, matrix);
  const { type } = mesh.geometry;
  if (form === "plane") return planeForm(mesh, frame);
  if (form !== undefined) return boundsForm(mesh, frame, form);
  const exact =
    type === "SphereGeometry"
      ? findSphere(mesh, frame)
      : type === "BoxGeometry"
        ? findBox(mesh, frame)
        : type === "CapsuleGeometry"
          ? findCapsule(mesh, frame)
          : undefined;
  return exact ?? meshForm(mesh, matrix);
}

function readFrame(matrix: Matrix4): Frame {
  const [x, y, z] = [0, 1, 2].map((column) => new Vector3().setFromMatrixColumn(matrix, column));
  const scale = new Vector3(x.length(), y.length(), z.length());
  const position = new Vector3();
  const rotation = new Quaternion();
  matrix.decompose(position, rotation, new Vector3());
  const cosine = (a: Vector3, b: Vector3): number => Math.abs(a.dot(b)) / (a.length() * b.length());
  return {
    matrix,
    position,
    rotation,
    scale,
    isUniform: isNear(scale.x, scale.y) && isNear(scale.y, scale.z),
    isSheared: !(cosine(x, y) < SLACK && cosine(y, z) < SLACK && cosine(z, x) < SLACK),
  };
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= SLACK * Math.max(Math.abs(a), Math.abs(b));
}

function boundsOf(mesh: Mesh): Box3 {
  const { positions } = readMesh(mesh);
  const box = new Box3();
  const point = new Vector3();
  for (let i = 0; i < positions.length; i += 3) box.expandByPoint(point.fromArray(positions, i));
  if (box.isEmpty()) throw new InputError(describeObject(mesh), "no vertices", "give a mesh with some");
  return box;
}

/** Whether every vertex has the same value of a measure, 0. */
function isEverywhere(mesh: Mesh, slack: number, measure: (point: Vector3) => number): boolean {
  const { positions } = readMesh(mesh);
  const point = new Vector3();
  for (let i = 0; i < positions.length; i += 3) if (!(Math.abs(measure(point.fromArray(positions, i))) <= slack)) return false;
  return true;
}

function parametersOf(mesh: Mesh): Readonly<Record<string, number>> {
  return (mesh.geometry as { parameters?: Record<string, number> }).parameters ?? {};
}

/** A whole sphere, about its own origin or, where the geometry was shifted, the middle of its bounds. */
function findSphere(mesh: Mesh, frame: Frame): ColliderInput | undefined {
  const { radius = 1, phiLength = 2 * Math.PI, thetaLength = Math.PI } = parametersOf(mesh);
  if (!frame.isUniform || frame.isSheared || phiLength < 2 * Math.PI || thetaLength < Math.PI) return undefined;
  for (const center of [new Vector3(), boundsOf(mesh).getCenter(new Vector3())]) {
    if (!isEverywhere(mesh, SLACK * radius, (point) => point.distanceTo(center) - radius)) continue;
    return { sphere: { center: toWorld(center, frame), radius: radius * frame.scale.x } };
  }
  return undefined;
}

function findBox(mesh: Mesh, frame: Frame): ColliderInput | undefined {
  if (frame.isSheared) return undefined;
  const box = boundsOf(mesh);
  const center = box.getCenter(new Vector3());
  const half = box.getSize(new Vector3()).multiplyScalar(0.5);
  const isOnBounds = isEverywhere(mesh, SLACK, (point) => {
    point.sub(center).divide(half);
    return Math.max(Math.abs(point.x), Math.abs(point.y), Math.abs(point.z)) - 1;
  });
  // a geometry that was turned has no vertices at the corners of its bounds
  const reach = SLACK * half.length();
  const hasCorners = CORNERS.every((signs) => {
    const corner = half.clone().multiply(signs).add(center);
    return !isEverywhere(mesh, 1 / reach, (point) => 1 / point.distanceTo(corner));
  });
  return isOnBounds && hasCorners ? boxForm(box, frame) : undefined;
}

const CORNERS = Array.from({ length: 8 }, (_, n) => new Vector3(n & 1 ? 1 : -1, n & 2 ? 1 : -1, n & 4 ? 1 : -1));

function findCapsule(mesh: Mesh, frame: Frame): ColliderInput | undefined {
  const { radius = 1, height, length = height ?? 1 } = parametersOf(mesh);
  if (!frame.isUniform || frame.isSheared) return undefined;
  const middle = boundsOf(mesh).getCenter(new Vector3());
  for (const center of [new Vector3(), middle]) {
    const isCapsule = isEverywhere(mesh, SLACK * radius, ({ x, y, z }) => {
      const beyond = Math.max(Math.abs(y - center.y) - length / 2, 0);
      return Math.sqrt((x - center.x) * (x - center.x) + beyond * beyond + (z - center.z) * (z - center.z)) - radius;
    });
    if (!isCapsule) continue;
    const end = new Vector3(0, length / 2, 0);
    const from = toWorld(center.clone().sub(end), frame);
    return { capsule: { from, to: toWorld(center.clone().add(end), frame), radius: radius * frame.scale.x } };
  }
  return undefined;
}

type Numbers = [number, number, number];

function toWorld(point: Vector3, { matrix }: Frame): Numbers {
  return point.clone().applyMatrix4(matrix).toArray();
}

function boxForm(box: Box3, frame: Frame): ColliderInput {
  const half = box.getSize(new Vector3()).multiplyScalar(0.5).multiply(frame.scale).toArray();
  const thickest = Math.max(...half);
  return {
    box: {
      center: toWorld(box.getCenter(new Vector3()), frame),
      halfSizes: half.map((size) => Math.max(size, SLACK * thickest)) as Numbers, // a flat one too is a box
      u: new Vector3(1, 0, 0).applyQuaternion(frame.rotation).toArray(),
      v: new Vector3(0, 1, 0).applyQuaternion(frame.rotation).toArray(),
    },
  };
}

/** A form about the bounds of a mesh. */
function boundsForm(mesh: Mesh, frame: Frame, form: "sphere" | "box" | "capsule"): ColliderInput {
  const box = boundsOf(mesh);
  if (form === "box") return boxForm(box, frame);
  const center = box.getCenter(new Vector3());
  const size = box.getSize(new Vector3()).multiply(frame.scale).multiplyScalar(0.5).toArray();
  if (form === "sphere") return { sphere: { center: toWorld(center, frame), radius: Math.max(...size) } };
  const axis = size.indexOf(Math.max(...size));
  const radius = Math.max(...size.filter((_, a) => a !== axis));
  const end = new Vector3().setComponent(axis, Math.max(size[axis] - radius, 0)).applyQuaternion(frame.rotation);
  const middle = center.clone().applyMatrix4(frame.matrix);
  return { capsule: { from: middle.clone().sub(end).toArray(), to: middle.clone().add(end).toArray(), radius } };
}

function planeForm(mesh: Mesh, frame: Frame): ColliderInput {
  const size = boundsOf(mesh).getSize(new Vector3());
  const isFlat = size.z <= SLACK * Math.max(size.x, size.y);
  const normal = new Vector3(0, isFlat ? 0 : 1, isFlat ? 1 : 0).applyQuaternion(frame.rotation);
  return { plane: { point: frame.position.toArray(), normal: normal.toArray() } };
}

function meshForm(mesh: Mesh, matrix: Matrix4): ColliderInput {
  const { positions, triangles } = readMesh(mesh);
  const place = new Vector3();
  const placed = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) place.fromArray(positions, i).applyMatrix4(matrix).toArray(placed, i);
  const facing = matrix.determinant() < 0 ? turnOver(triangles) : triangles;
  const welded = weldSurface(placed, facing, describeObject(mesh));
  if (welded.triangles.length === 0) throw new InputError(describeObject(mesh), "no triangles", "give a mesh with some");
  return { mesh: { positions: welded.positions, triangles: welded.triangles } };
}
