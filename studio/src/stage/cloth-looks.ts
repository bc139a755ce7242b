import {
  BackSide,
  DataTexture,
  FrontSide,
  LinearFilter,
  LinearMipmapLinearFilter,
  type Material,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  RepeatWrapping,
  type Side,
  SRGBColorSpace,
  type Texture,
} from "three";
import { type FabricLook, lookOf, weaveOptions } from "../fabric/fabric-looks.ts";
import type { Run } from "./cloth-runs.ts";
import { makeWeave } from "./weave.ts";

/** The materials of the cloths: each in the weave of its fabric, several of one fabric in different colours. */
export interface ClothLooks {
  /** The fabric of each cloth by name; false where they are as before. */
  setFabrics(names: readonly string[]): boolean;
  /** The two sides of a cloth. */
  sides(cloth: number): readonly Material[];
  /** Gives the weave the same size on all cloths, a share of the longest. `isWorn`: the cloths are garments. */
  scale(cloth: ScaledCloth, runs: readonly Run[], isWorn: boolean): void;
  dispose(): void;
}

export interface ScaledCloth {
  readonly positions: Float32Array;
  readonly uv: Float32Array;
  readonly triangles: Uint32Array;
}

/** How often the woven image repeats along the cloth's longer side. */
const TILES = 6;
/** Of the woven image. */
const THREADS = 40;
const TEXELS_PER_THREAD = 8;

export function createClothLooks(anisotropy: number): ClothLooks {
  const looks = new Map<string, Look>();
  let fabrics: readonly string[] = [];

  /** The look of a cloth: that of its fabric, in a colour that no cloth of it before has. */
  function lookOfCloth(cloth: number): Look {
    const fabric = fabrics[cloth] ?? "";
    const n = Array.from({ length: cloth }, (_, k) => fabrics[k] ?? "").filter((name) => name === fabric).length;
    const key = `${fabric} ${n}`;
    const look = looks.get(key) ?? makeLook(lookOf(fabric), n, anisotropy);
    looks.set(key, look);
    return look;
  }

  return {
    setFabrics(names) {
      if (names.join() === fabrics.join()) return false;
      fabrics = names;
      return true;
    },
    sides: (cloth) => lookOfCloth(cloth).sides,
    scale({ positions, uv, triangles }, runs, isWorn) {
      const axes = runs.map(({ start, count }) => measureAxes(positions, uv, triangles.subarray(start, start + count)));
      const tile = Math.max(...axes.flat(), 0) / TILES || 1;
      for (const [k, [alongU, alongV]] of axes.entries()) {
        for (const texture of lookOfCloth(runs[k].cloth).textures) {
          texture.repeat.set(alongU / tile || 1, alongV / tile || 1);
          // garments are mirrored at u = 0, where a line of the check would look torn
          texture.offset.set(isWorn ? 0.5 : 0, 0);
        }
      }
    },
    dispose() {
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
  const map = makeTexture(weave.colour, weave.size, anisotropy);
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
export function makePlainMaterial(side: Side): Material {
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
