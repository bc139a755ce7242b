import { type BodyShape, type BodySurface, type ColliderSpec, computeNormals } from "drape";
import {
  BackSide,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  FrontSide,
  Group,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import type { MovingSurface } from "../commands.ts";
import { bodyMeshes } from "../engine.ts";

/** The bodies of the scene as they are drawn: soft grey, moving with the simulation. */
export interface BodyView {
  readonly object: Group;
  /** Takes up the bodies of another scene, `surfaces` being the triangles of those that are meshes. */
  setColliders(colliders: readonly ColliderSpec[], surfaces: readonly (BodySurface | null | undefined)[], radius: number): void;
  /** Puts them where the simulation has them: 12 numbers a body, the rows of a rotation matrix and an offset [m]. */
  setPoses(poses: Float32Array): void;
  /** Gives bodies that change their form their present one. */
  setSurfaces(surfaces: readonly MovingSurface[]): void;
}

/** A body that is drawn from its formula. */
type FormulaSpec = Exclude<BodyShape, { kind: "mesh" }>;

type Vec3 = readonly [number, number, number];

const UP = new Vector3(0, 1, 0);
const ROUND = 48;

export function createBodyView(): BodyView {
  const object = new Group();
  const look = { color: 0xb9b4ae, roughness: 0.9, metalness: 0 };
  const material = new MeshStandardMaterial(look);
  // meshes may be open, and of either turning sense
  const meshMaterials = [FrontSide, BackSide].map((side) => new MeshStandardMaterial({ ...look, side, shadowSide: side }));

  return {
    object,
    setColliders(colliders, surfaces, radius) {
      for (const body of object.children) for (const part of body.children) (part as Mesh).geometry.dispose();
      object.clear();
      for (const [n, { shape }] of colliders.entries()) {
        const body = new Group();
        body.matrixAutoUpdate = false;
        for (const geometry of geometriesOf(shape, surfaces[n], radius)) {
          const mesh = new Mesh(geometry, shape.kind === "mesh" ? meshMaterials : material);
          mesh.castShadow = shape.kind !== "plane";
          mesh.receiveShadow = true;
          body.add(mesh);
        }
        object.add(body);
      }
    },
    setPoses: (poses) => placeBodies(object.children, poses),
    setSurfaces(surfaces) {
      for (const { collider, positions } of surfaces) {
        const body = object.children[collider];
        const geometry = (body?.children[0] as Mesh | undefined)?.geometry;
        if (geometry === undefined) continue;
        // its vertices are in the world already
        body.userData.isMoving = true;
        moveSurface(geometry, positions);
      }
    },
  };
}

/** Puts the corners of a surface, which stand for themselves, where the vertices are; what moves is smooth but for sharp edges. */
function moveSurface(geometry: BufferGeometry, positions: Float32Array): void {
  const corners = geometry.getAttribute("position");
  const triangles = geometry.userData.triangles as Uint32Array;
  for (let k = 0; k < triangles.length; k++) {
    const at = 3 * triangles[k];
    corners.setXYZ(k, positions[at], positions[at + 1], positions[at + 2]);
  }
  corners.needsUpdate = true;
  geometry.computeVertexNormals();
  const flat = geometry.getAttribute("normal");
  const smooth = new Float32Array(positions.length);
  computeNormals(positions, triangles, smooth);
  for (let k = 0; k < triangles.length; k++) {
    const x = smooth[3 * triangles[k]];
    const y = smooth[3 * triangles[k] + 1];
    const z = smooth[3 * triangles[k] + 2];
    if (x * flat.getX(k) + y * flat.getY(k) + z * flat.getZ(k) > SHARP) flat.setXYZ(k, x, y, z);
  }
  geometry.computeBoundingSphere();
}

/** A triangle that leans by more than this from its neighbours' mean keeps its own normal: the cosine of 50°. */
const SHARP = 0.64;

/** Puts each body into its pose, 12 numbers each. */
export function placeBodies(bodies: readonly Object3D[], poses: Float32Array): void {
  bodies.forEach((body, b) => {
    if (body.userData.isMoving === true) return;
    const p = Array.from(poses.subarray(12 * b, 12 * b + 12));
    if (p.length < 12) return;
    body.matrix.set(p[0], p[1], p[2], p[9], p[3], p[4], p[5], p[10], p[6], p[7], p[8], p[11], 0, 0, 0, 1);
    body.matrixWorldNeedsUpdate = true;
  });
}

/** What is drawn of a body where the scene places it; `surface` are its triangles where it is a mesh. */
export function geometriesOf(shape: ColliderSpec["shape"], surface: BodySurface | null | undefined, radius: number): BufferGeometry[] {
  return shape.kind === "mesh" ? surfaceGeometries(surface) : shapeGeometries(shape, radius);
}

/** What is drawn of a body, in the coordinates of the scene; `radius` is the size of the stage. A level plane is the stage's own floor. */
function shapeGeometries(shape: FormulaSpec, radius: number): BufferGeometry[] {
  switch (shape.kind) {
    case "plane": {
      if (shape.normal[1] > 0.999) return [];
      const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...shape.normal));
      return [new PlaneGeometry(4 * radius, 4 * radius).applyQuaternion(turn).translate(...shape.point)];
    }
    case "sphere":
      return [new SphereGeometry(shape.radius, ROUND, ROUND / 2).translate(...shape.center)];
    case "capsule":
      return coneGeometries(shape.from, shape.to, [shape.radius, shape.radius]);
    case "cone":
      return coneGeometries(shape.from, shape.to, shape.radii);
    case "cones":
      return shape.cones.flatMap(({ from, to, radii }) => coneGeometries(from, to, radii));
    case "box": {
      const [x, y, z] = shape.halfSizes.map((half) => 2 * half);
      const geometry = shape.rounding > 0 ? new RoundedBoxGeometry(x, y, z, 4, shape.rounding) : new BoxGeometry(x, y, z);
      const [u, v] = [new Vector3(...shape.u), new Vector3(...shape.v)];
      const turn = new Matrix4().makeBasis(u, v, u.clone().cross(v));
      return [geometry.applyMatrix4(turn).translate(...shape.center)];
    }
    case "heightField":
      return [heightGeometry(shape)];
    default:
      return bodyMeshes(shape).map(({ positions, triangles }) => makeGeometry(positions, triangles));
  }
}

/** A body's own triangles, each flat, once for either side; none when the engine has not sent them. */
function surfaceGeometries(surface: BodySurface | null | undefined): BufferGeometry[] {
  if (!surface) return [];
  const geometry = makeGeometry(surface.positions, surface.triangles).toNonIndexed();
  geometry.computeVertexNormals();
  geometry.userData.triangles = surface.triangles;
  for (const side of [0, 1]) geometry.addGroup(0, surface.triangles.length, side);
  return [geometry];
}

/** Two balls, and between them the cone that touches both. */
function coneGeometries(from: Vec3, to: Vec3, [ra, rb]: readonly [number, number]): BufferGeometry[] {
  const [a, b] = [new Vector3(...from), new Vector3(...to)];
  const balls = [new SphereGeometry(ra, ROUND, ROUND / 2), new SphereGeometry(rb, ROUND, ROUND / 2)];
  balls[0].translate(...from);
  balls[1].translate(...to);
  const length = a.distanceTo(b);
  if (length <= Math.abs(ra - rb)) return balls;
  const sine = (ra - rb) / length;
  const cosine = Math.sqrt(1 - sine * sine);
  const turn = new Quaternion().setFromUnitVectors(UP, b.clone().sub(a).normalize());
  const rings = [
    [ra * sine, ra * cosine],
    [length + rb * sine, rb * cosine],
  ];
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (let k = 0; k <= ROUND; k++) {
    const angle = (2 * Math.PI * k) / ROUND;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    for (const [height, r] of rings) {
      positions.push(r * s, height, r * c);
      normals.push(cosine * s, sine, cosine * c);
    }
    if (k < ROUND) indices.push(2 * k, 2 * k + 2, 2 * k + 1, 2 * k + 1, 2 * k + 2, 2 * k + 3);
  }
  const side = makeGeometry(positions, indices);
  side.setAttribute("normal", new BufferAttribute(Float32Array.from(normals), 3));
  return [...balls, side.applyQuaternion(turn).translate(...from)];
}

function heightGeometry(field: BodyShape & { kind: "heightField" }): BufferGeometry {
  const { origin, spacing, columns, rows, heights } = field;
  const [u, v] = [new Vector3(...field.u), new Vector3(...field.v)];
  const up = v.clone().cross(u);
  const positions: number[] = [];
  const indices: number[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const k = r * columns + c;
      const place = new Vector3(...origin)
        .addScaledVector(u, c * spacing[0])
        .addScaledVector(v, r * spacing[1])
        .addScaledVector(up, heights[k]);
      positions.push(...place.toArray());
      if (c + 1 < columns && r + 1 < rows) {
        indices.push(k, k + columns, k + 1, k + 1, k + columns, k + columns + 1);
      }
    }
  }
  const geometry = makeGeometry(positions, indices);
  geometry.computeVertexNormals();
  return geometry;
}

function makeGeometry(positions: ArrayLike<number>, indices: ArrayLike<number>): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(indices), 1));
  return geometry;
}
