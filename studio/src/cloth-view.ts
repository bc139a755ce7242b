import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DynamicDrawUsage,
  FrontSide,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  MeshPhysicalMaterial,
  Points,
  PointsMaterial,
  RepeatWrapping,
  type Side,
  SRGBColorSpace,
  type Texture,
} from "three";
import type { Frame, Topology } from "./protocol.ts";
import { makeWeave } from "./weave.ts";

/** The cloth as it is drawn: one geometry, its two sides in two tones of the same weave. */
export interface ClothView {
  readonly object: Mesh;
  /** Newest positions drawn, packed x, y, z [m]. */
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** Takes up another mesh; that of a cloth which was cut with its first frame, so that the picture does not break off. */
  setTopology(topology: Topology): void;
  /** Copies a frame of this topology in. */
  setFrame(frame: Frame): void;
}

/** How often the woven image repeats along the cloth's longer side. */
const TILES = 6;

export function createClothView(anisotropy: number): ClothView {
  const weave = makeWeave();
  const map = makeTexture(weave.color, weave.size, anisotropy);
  map.colorSpace = SRGBColorSpace;
  const normalMap = makeTexture(weave.normal, weave.size, anisotropy);
  const front = makeMaterial(map, normalMap, FrontSide, 0xffffff);
  const back = makeMaterial(map, normalMap, BackSide, 0xefe6dc);
  const points = new Points(
    new BufferGeometry(),
    new PointsMaterial({ color: 0xb04a34, size: 6, sizeAttenuation: false }),
  );
  const object = new Mesh(new BufferGeometry(), [front, back]);
  object.castShadow = true;
  object.receiveShadow = true;
  object.frustumCulled = false;
  points.frustumCulled = false;
  object.add(points);

  let scaled = false;
  let uv = new Float32Array(0);
  let positions = new Float32Array(0);
  let normals = new Float32Array(0);
  let triangles = new Uint32Array(0);
  let pending: Topology | undefined;

  function refit(topology: Topology): void {
    triangles = new Uint32Array(topology.triangles);
    positions = new Float32Array(3 * topology.particleCount);
    normals = new Float32Array(3 * topology.particleCount);
    uv = new Float32Array(2 * topology.particleCount);
    uv.set(topology.uv.subarray(0, uv.length));
    object.geometry.dispose();
    points.geometry.dispose();
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute("normal", new BufferAttribute(normals, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute("uv", new BufferAttribute(uv, 2));
    geometry.setIndex(new BufferAttribute(triangles, 1));
    geometry.addGroup(0, triangles.length, 0);
    geometry.addGroup(0, triangles.length, 1);
    object.geometry = geometry;
    points.geometry = geometry;
    points.visible = triangles.length === 0;
  }

  return {
    object,
    get positions() {
      return positions;
    },
    get triangles() {
      return triangles;
    },
    setTopology(topology) {
      pending = topology.recut ? topology : undefined;
      if (topology.recut) return;
      scaled = false;
      refit(topology);
    },
    setFrame(frame) {
      if (pending !== undefined) refit(pending);
      pending = undefined;
      positions.set(frame.positions);
      normals.set(frame.normals);
      object.geometry.getAttribute("position").needsUpdate = true;
      object.geometry.getAttribute("normal").needsUpdate = true;
      if (!scaled) {
        scaled = true;
        const [alongU, alongV] = measureAxes(positions, uv, triangles);
        const tile = Math.max(alongU, alongV) / TILES || 1;
        for (const texture of [map, normalMap]) texture.repeat.set(alongU / tile || 1, alongV / tile || 1);
      }
    },
  };
}

function makeTexture(data: Uint8Array<ArrayBuffer>, size: number, anisotropy: number): Texture {
  const texture = new DataTexture(data, size, size);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = anisotropy;
  texture.needsUpdate = true;
  return texture;
}

function makeMaterial(map: Texture, normalMap: Texture, side: Side, color: number): MeshPhysicalMaterial {
  const material = new MeshPhysicalMaterial({ map, normalMap, side, color, roughness: 0.85, metalness: 0 });
  material.sheen = 0.5;
  material.sheenRoughness = 0.45;
  material.sheenColor.set(0xffb59a);
  material.shadowSide = side;
  return material;
}

/** Length of the cloth along u and v for one unit of texture [m], from triangle edges: the mean of |Δx| over |Δu| and |Δv|. */
function measureAxes(positions: Float32Array, uv: Float32Array, triangles: Uint32Array): [number, number] {
  const length = [0, 0];
  const span = [0, 0];
  for (let t = 0; t < triangles.length; t++) {
    const a = triangles[t];
    const b = triangles[t % 3 === 2 ? t - 2 : t + 1];
    const du = Math.abs(uv[2 * a] - uv[2 * b]);
    const dv = Math.abs(uv[2 * a + 1] - uv[2 * b + 1]);
    if (du > 4 * dv || dv > 4 * du) {
      const axis = du > dv ? 0 : 1;
      const dx = positions[3 * a] - positions[3 * b];
      const dy = positions[3 * a + 1] - positions[3 * b + 1];
      const dz = positions[3 * a + 2] - positions[3 * b + 2];
      length[axis] += Math.sqrt(dx * dx + dy * dy + dz * dz);
      span[axis] += Math.max(du, dv);
    }
  }
  const alongU = span[0] > 0 ? length[0] / span[0] : 1;
  return [alongU, span[1] > 0 ? length[1] / span[1] : alongU];
}
