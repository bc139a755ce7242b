import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
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
import { type FabricLook, lookOf, weaveOptions } from "../fabric/fabric-looks.ts";
import type { Frame, Topology } from "../protocol.ts";
import { addGroups, findRuns, type Run } from "./cloth-runs.ts";
import { createSmoothMesh } from "./smooth-mesh.ts";
import { makeWeave } from "./weave.ts";

/** The cloths as they are drawn: one geometry, each cloth in the look of its fabric, its two sides in two tones of it. */
export interface ClothView {
  readonly object: Mesh;
  /** Newest positions drawn, packed x, y, z [m]. */
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** The fabric of each cloth by name; several of one fabric differ in colour. */
  setFabrics(names: readonly string[]): void;
  /** Takes up another mesh; that of a cloth which was cut with its first frame, so that the picture does not break off. */
  setTopology(topology: Topology): void;
  /** Copies a frame of this topology in. */
  setFrame(frame: Frame): void;
  /** Colours the vertices, r, g, b each in linear space, instead of the weave; undefined: woven again. */
  setColors(colors: Float32Array | undefined): void;
  /** Frees what it holds of the graphics card. */
  dispose(): void;
}

/** The layer that no camera looks at: of simulated triangles, where smoother ones are drawn for them. */
const UNSEEN = 1;

/** How often the woven image repeats along the cloth's longer side. */
const TILES = 6;
/** Of the woven image. */
const THREADS = 40;
const TEXELS_PER_THREAD = 8;

export function createClothView(anisotropy: number): ClothView {
  const looks = new Map<string, Look>();
  let fabrics: readonly string[] = [];
  const points = new Points(new BufferGeometry(), new PointsMaterial({ color: 0xb04a34, size: 6, sizeAttenuation: false }));
  const object = new Mesh<BufferGeometry, Material[]>(new BufferGeometry(), []);
  object.castShadow = true;
  object.receiveShadow = true;
  object.frustumCulled = false;
  points.frustumCulled = false;
  const smooth = createSmoothMesh();
  object.add(points, smooth.object);

  let scaled = false;
  let smoothed = false;
  let isSmooth = false;
  let isCut = false;
  let cloths = new Uint16Array(0);
  let uv = new Float32Array(0);
  let runs: Run[] = [];
  let isWorn = false;
  let positions = new Float32Array(0);
  let normals = new Float32Array(0);
  let triangles = new Uint32Array(0);
  let pending: Topology | undefined;
  let colors: BufferAttribute | undefined;
  const plain = [FrontSide, BackSide].map(makePlainMaterial);

  /** The look of a cloth: that of its fabric, in a colour that no cloth of it before has. */
  function lookOfCloth(cloth: number): Look {
    const fabric = fabrics[cloth] ?? "";
    const n = Array.from({ length: cloth }, (_, k) => fabrics[k] ?? "").filter((name) => name === fabric).length;
    const key = `${fabric} ${n}`;
    const look = looks.get(key) ?? makeLook(lookOf(fabric), n, anisotropy);
    looks.set(key, look);
    return look;
  }

  /** Colours by vertex are shown on the simulated triangles, the weave on the smoother ones where there are any. */
  function dress(): void {
    const isColored = colors !== undefined;
    object.material = runs.flatMap(({ cloth }) => (isColored ? plain : lookOfCloth(cloth).sides));
    smooth.object.material = smooth.runs.flatMap(({ cloth }) => lookOfCloth(cloth).sides);
    smooth.object.visible = isSmooth && !isColored;
    object.layers.set(smooth.object.visible ? UNSEEN : 0);
  }

  /** Needs a pose: which triangles make a rectangle is told by where they are. */
  function smoothen(): void {
    smoothed = true;
    isSmooth = smooth.fit({ positions, triangles, uv, cloths }, isCut);
    dress();
  }

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
    cloths = new Uint16Array(topology.cloths);
    smoothed = false;
    isCut = topology.recut;
    runs = findRuns(triangles, cloths);
    addGroups(geometry, runs);
    object.geometry = geometry;
    points.geometry = geometry;
    if (colors !== undefined) addColors();
    dress();
    points.visible = triangles.length === 0;
  }

  function addColors(): BufferAttribute {
    colors = new BufferAttribute(new Float32Array(positions.length), 3).setUsage(DynamicDrawUsage);
    object.geometry.setAttribute("color", colors);
    return colors;
  }

  /** Gives the weave the same size on all cloths, a share of the longest. */
  function scaleLooks(): void {
    const axes = runs.map(({ start, count }) => measureAxes(positions, uv, triangles.subarray(start, start + count)));
    const tile = Math.max(...axes.flat(), 0) / TILES || 1;
    for (const [k, [alongU, alongV]] of axes.entries()) {
      const { textures } = lookOfCloth(runs[k].cloth);
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
    setFabrics(names) {
      if (names.join() === fabrics.join()) return;
      fabrics = names;
      dress();
      scaled = false;
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
      if (smoothed) smooth.update(positions);
      else smoothen();
      if (!scaled) {
        scaled = true;
        scaleLooks();
      }
    },
    setColors(next) {
      const wasPlain = colors !== undefined;
      if (next === undefined) {
        colors = undefined;
        object.geometry.deleteAttribute("color");
      } else if (next.length === positions.length) {
        colors ??= addColors();
        colors.set(next);
        colors.needsUpdate = true;
      }
      if (wasPlain === (colors !== undefined)) return;
      dress();
      smooth.update(positions);
    },
    dispose() {
      object.geometry.dispose();
      smooth.object.geometry.dispose();
      points.material.dispose();
      for (const material of plain) material.dispose();
      for (const { sides, textures } of looks.values()) {
        for (const part of [...sides, ...textures]) part.dispose();
      }
    },
  };
}

/** Lines that are drawn along the cloth are not swallowed by it. */
const BEHIND_LINES = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };

/** How cloths of one colour look: their two sides, and the images on them. */
interface Look {
  readonly sides: readonly Material[];
  readonly textures: readonly Texture[];
}

function makeLook(fabric: FabricLook, n: number, anisotropy: number): Look {
  const weave = makeWeave(weaveOptions(fabric, n, THREADS, TEXELS_PER_THREAD));
  const map = makeTexture(weave.color, weave.size, anisotropy);
  map.colorSpace = SRGBColorSpace;
  const normalMap = makeTexture(weave.normal, weave.size, anisotropy);
  const front = makeMaterial(fabric, n, map, normalMap, FrontSide, 0xffffff);
  const back = makeMaterial(fabric, n, map, normalMap, BackSide, 0xefe6dc);
  return { sides: [front, back], textures: [map, normalMap] };
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

function makeMaterial(
  { colours, roughness, sheen, sheenRoughness, coat }: FabricLook,
  n: number,
  map: Texture,
  normalMap: Texture,
  side: Side,
  color: number,
): MeshPhysicalMaterial {
  const material = new MeshPhysicalMaterial({ map, normalMap, side, color, roughness, metalness: 0, ...BEHIND_LINES });
  const [, , [r, g, b]] = colours[n % colours.length];
  material.sheen = sheen;
  material.sheenRoughness = sheenRoughness;
  material.sheenColor.setRGB(r / 255, g / 255, b / 255, SRGBColorSpace);
  material.clearcoat = coat;
  material.clearcoatRoughness = 0.35;
  material.shadowSide = side;
  return material;
}

/** For colours by vertex: no weave, no gloss, and half of the light comes from the cloth itself, so that folds show and colours stay legible. */
function makePlainMaterial(side: Side): Material {
  const look = { vertexColors: true, color: 0xbcbcbc, roughness: 1, metalness: 0, toneMapped: false };
  const material = new MeshStandardMaterial({ ...look, side, ...BEHIND_LINES });
  material.shadowSide = side;
  material.onBeforeCompile = (shader) => {
    const glow = "#include <emissivemap_fragment>";
    shader.fragmentShader = shader.fragmentShader.replace(glow, `${glow}\ntotalEmissiveRadiance += diffuseColor.rgb;`);
  };
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
