import type { Scene } from "drape";

/** The skin of a figure as the page draws it: its triangles at rest, and how each vertex follows the bones. */
export interface FigureSkin {
  /** The collider that is its first bone; the others come behind it. */
  readonly firstBone: number;
  readonly boneCount: number;
  /** Packed x, y, z [m]. */
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** Four a vertex, and their weights, which sum to 1. */
  readonly bones: Uint16Array;
  readonly weights: Float32Array;
}

/** Growing a skin takes about a second, so the last few sizes are kept. */
const KEPT = 4;
const grown = new Map<string, Omit<FigureSkin, "firstBone">>();

/** The skins of a scene's figures, in its order. */
export function describeSkins({ figures, colliders }: Scene): FigureSkin[] {
  return figures.map((spec) => ({ firstBone: colliders.indexOf(spec.colliders[0]), ...growSkin(spec) }));
}

function growSkin({ figure }: Scene["figures"][number]): Omit<FigureSkin, "firstBone"> {
  const size = `${figure.height} ${figure.girth}`;
  const known = grown.get(size);
  if (known !== undefined) return known;
  const skin = {
    boneCount: figure.bones.length,
    positions: Float32Array.from(figure.surface.positions),
    triangles: figure.surface.triangles,
    bones: figure.skinBones,
    weights: Float32Array.from(figure.skinWeights),
  };
  for (const oldest of grown.keys()) if (grown.size >= KEPT) grown.delete(oldest);
  grown.set(size, skin);
  return skin;
}
