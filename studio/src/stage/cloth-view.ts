import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  Color,
  DataTexture,
  DynamicDrawUsage,
  FrontSide,
  LinearFilter,
  LinearMipmapLinearFilter,
  type Material,
  Mesh,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
  RepeatWrapping,
  type Side,
  SRGBColorSpace,
  type Texture,
} from "three";
import type { Frame, Topology } from "../protocol.ts";
import { makeWeave, WEAVES, type WeaveOptions } from "./weave.ts";

/** The cloths as they are drawn: one geometry, each cloth in a weave of its own, its two sides in two tones of it. */
export interface ClothView {
  readonly object: Mesh;
  /** Newest positions drawn, packed x, y, z [m]. */
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** Takes up another mesh; that of a cloth which was cut with its first frame, so that the picture does not break off. */
  setTopology(topology: Topology): void;
  /** Copies a frame of this topology in. */
  setFrame(frame: Frame): void;
  /** Colours the vertices, r, g, b each in linear space, instead of the weave; undefined: woven again. Another mesh is woven at first. */
  setColors(colors: Float32Array | undefined): void;
  /** Frees what it holds of the graphics card. */
  dispose(): void;
}

/** How often the woven image repeats along the cloth's longer side. */
const TILES = 6;

export function createClothView(anisotropy: number): ClothView {
  const looks: Look[] = [];
  const lookOf = (cloth: number): Look => {
    const k = cloth % WEAVES.length;
    looks[k] ??= makeLook(WEAVES[k], anisotropy);
    return looks[k];
  };
  const points = new Points(
    new BufferGeometry(),
    new PointsMaterial({ color: 0xb04a34, size: 6, sizeAttenuation: false }),
  );
  const object = new Mesh<BufferGeometry, Material[]>(new BufferGeometry(), []);
  object.castShadow = true;
  object.receiveShadow = true;
  object.frustumCulled = false;
  points.frustumCulled = false;
  object.add(points);

  const plain = [FrontSide, BackSide].map(makePlainMaterial);
  let isColored = false;
  let scaled = false;
  let uv = new Float32Array(0);
  let runs: Run[] = [];
  let isWorn = false;
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
    runs = findRuns(triangles, topology.cloths);
    isColored = false;
    dress();
    for (const [k, { start, count }] of runs.entries()) {
      geometry.addGroup(start, count, 2 * k);
      geometry.addGroup(start, count, 2 * k + 1);
    }
    object.geometry = geometry;
    points.geometry = geometry;
    points.visible = triangles.length === 0;
  }

  function dress(): void {
    object.material = runs.flatMap(({ cloth }) => (isColored ? plain : lookOf(cloth).sides));
  }

  /** Gives the weave the same size on all cloths, a share of the longest. */
  function scaleLooks(): void {
    const axes = runs.map(({ start, count }) => measureAxes(positions, uv, triangles.subarray(start, start + count)));
    const tile = Math.max(...axes.flat(), 0) / TILES || 1;
    for (const [k, [alongU, alongV]] of axes.entries()) {
      const { textures } = lookOf(runs[k].cloth);
      for (const texture of textures) {
        texture.repeat.set(alongU / tile || 1, alongV / tile || 1);
        // garments are mirrored at u = 0, where a line of the check would look torn
        texture.offset.set(isWorn ? 0.5 : 0, 0);
      }
    }
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
      if (topology.skins !== undefined) isWorn = topology.skins.length > 0;
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
        scaleLooks();
      }
    },
    setColors(colors) {
      const { geometry } = object;
      if (isColored !== (colors !== undefined)) {
        isColored = colors !== undefined;
        dress();
      }
      if (colors === undefined) return;
      if (!geometry.hasAttribute("color")) {
        geometry.setAttribute("color", new BufferAttribute(new Float32Array(positions.length), 3));
      }
      const attribute = geometry.getAttribute("color") as BufferAttribute;
      (attribute.array as Float32Array).set(colors);
      attribute.needsUpdate = true;
    },
    dispose() {
      object.geometry.dispose();
      points.material.dispose();
      for (const material of plain) material.dispose();
      for (const { sides, textures } of looks.filter(Boolean)) {
        for (const part of [...sides, ...textures]) part.dispose();
      }
    },
  };
}

/** How cloths of one colour look: their two sides, and the images on them. */
interface Look {
  readonly sides: readonly Material[];
  readonly textures: readonly Texture[];
}

function makeLook(options: WeaveOptions, anisotropy: number): Look {
  const weave = makeWeave(options);
  const map = makeTexture(weave.color, weave.size, anisotropy);
  map.colorSpace = SRGBColorSpace;
  const normalMap = makeTexture(weave.normal, weave.size, anisotropy);
  const [r, g, b] = options.sheen;
  const sheen = new Color().setRGB(r / 255, g / 255, b / 255, SRGBColorSpace);
  const front = makeMaterial(map, normalMap, FrontSide, 0xffffff, sheen);
  const back = makeMaterial(map, normalMap, BackSide, 0xefe6dc, sheen);
  return { sides: [front, back], textures: [map, normalMap] };
}

/** A stretch of corners of triangles, three each, that belong to one cloth. */
interface Run {
  readonly cloth: number;
  readonly start: number;
  count: number;
}

/** The triangles by cloth; those of a cloth follow each other. */
function findRuns(triangles: Uint32Array, cloths: Uint16Array): Run[] {
  const runs: Run[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const cloth = cloths[triangles[t]];
    const last = runs[runs.length - 1];
    if (last?.cloth === cloth) last.count += 3;
    else runs.push({ cloth, start: t, count: 3 });
  }
  return runs;
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

function makeMaterial(map: Texture, normalMap: Texture, side: Side, color: number, sheen: Color): MeshPhysicalMaterial {
  const material = new MeshPhysicalMaterial({ map, normalMap, side, color, roughness: 0.85, metalness: 0 });
  material.sheen = 0.5;
  material.sheenRoughness = 0.45;
  material.sheenColor.copy(sheen);
  material.shadowSide = side;
  return material;
}

function makePlainMaterial(side: Side): Material {
  return new MeshStandardMaterial({ vertexColors: true, side, shadowSide: side, roughness: 0.9, metalness: 0 });
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
