import type { Collider } from "../contact/shapes/collider.ts";
import { createMeshShape, TRIANGLES_FIELD } from "../contact/shapes/mesh-shape.ts";
import { POSE_SIZE } from "../core/body-motion.ts";
import { describeValue, InputError } from "../core/errors.ts";
import { readBones } from "../core/read-bones.ts";
import { readField } from "../core/read-field.ts";
import { COLLISION_DEFAULTS, FRICTION, THICKNESS } from "../scene/fields/collider-field.ts";
import type { ColliderEntry, Description } from "./change.ts";
import { nameOf } from "./scene-bodies.ts";
import type { ToldOfBody } from "./told.ts";
import type { SkinInput } from "./world.ts";

/** Those colliders that no scene can describe: skins, each behind its bones, which are bodies without a surface. `first` is the number of the first of them. */
export function skinnedColliders({ colliders: entries, settings }: Description, first: number, thickness: number | undefined): Collider[] {
  const colliders: Collider[] = [];
  for (const entry of entries) {
    if (entry.input.skin === undefined) continue;
    colliders.push(
      ...skinnedCollider(
        entry,
        { ...settings.collision, thickness: settings.collision?.thickness ?? thickness },
        entry.input.skin,
        first + colliders.length,
      ),
    );
  }
  return colliders;
}

/** Where the bones of skins are at first, as poses by the numbers of the colliders. */
export function firstBones(entries: readonly ColliderEntry[]): ToldOfBody[] {
  return entries.flatMap((entry): ToldOfBody[] => {
    const { boneCount = 0, matrices } = entry.input.skin ?? {};
    if (matrices === undefined) return [];
    return [{ kind: "bones", collider: entry.id, poses: readBones(matrices, boneCount, `colliders#${entry.id}.skin.matrices`) }];
  });
}

const NO_SURFACE = { positions: new Float64Array(0), triangles: new Uint32Array(0) };

function skinnedCollider(entry: ColliderEntry, collision: Surface, skin: SkinInput, first: number): Collider[] {
  const name = nameOf(entry);
  const path = `colliders#${entry.id}`; // see retrace.ts
  const { friction, thickness } = readSurface(entry.input, collision, path);
  const { mesh } = entry.input;
  const { surface } = mesh === undefined ? { surface: NO_SURFACE } : readField(mesh, `${path}.mesh`, TRIANGLES_FIELD);
  const { boneCount, indices, weights } = readSkin(skin, surface.positions.length / 3, `${path}.skin`);
  const bones = Array.from({ length: boneCount }, (_, bone): Collider => {
    return { name: `${name}.${bone}`, shape: createMeshShape({ kind: "mesh", surface: NO_SURFACE }), friction, thickness, isScaled: true };
  });
  const place = (poses: Float64Array, out: Float64Array, at: number): void => {
    placeSkin(surface.positions, indices, weights, poses, POSE_SIZE * first, out, at);
  };
  return [...bones, { name, shape: createMeshShape({ kind: "mesh", surface: { ...surface, place } }), friction, thickness }];
}

interface Surface {
  readonly friction?: number | undefined;
  readonly thickness?: number | undefined;
}

/** What a collider does not say is the world's. */
function readSurface(
  own: Surface,
  { friction = COLLISION_DEFAULTS.friction, thickness = COLLISION_DEFAULTS.thickness }: Surface,
  path: string,
) {
  return {
    friction: readField(own.friction ?? friction, `${path}.friction`, FRICTION),
    thickness: readField(own.thickness ?? thickness, `${path}.thickness`, THICKNESS),
  };
}

/** More bones than any skeleton has. */
const MOST_BONES = 4096;

function readSkin(
  { boneCount, indices, weights }: SkinInput,
  vertexCount: number,
  path: string,
): SkinInput & { indices: Uint16Array; weights: Float64Array } {
  if (!(Number.isInteger(boneCount) && boneCount >= 1 && boneCount <= MOST_BONES)) {
    throw new InputError(`${path}.boneCount`, describeValue(boneCount), `give a whole number from 1 to ${MOST_BONES}`);
  }
  for (const [name, list] of Object.entries({ indices, weights })) {
    if (list?.length !== 4 * vertexCount) {
      throw new InputError(`${path}.${name}`, `${list?.length ?? 0} numbers`, `give four a vertex, ${4 * vertexCount}`);
    }
  }
  const shares = Float64Array.from(weights);
  for (let e = 0; e < shares.length; e++) {
    if (!(indices[e] >= 0 && indices[e] < boneCount) && shares[e] !== 0) {
      throw new InputError(`${path}.indices[${e}]`, String(indices[e]), `give a bone from 0 to ${boneCount - 1}`);
    }
    if (!(shares[e] >= 0 && shares[e] <= 1)) throw new InputError(`${path}.weights[${e}]`, String(shares[e]), "give a weight from 0 to 1");
  }
  for (let v = 0; v < vertexCount; v++) {
    const sum = shares[4 * v] + shares[4 * v + 1] + shares[4 * v + 2] + shares[4 * v + 3];
    if (!(sum > 0)) throw new InputError(`${path}.weights`, `no weight at vertex ${v}`, "give each vertex at least one bone");
    for (let e = 4 * v; e < 4 * v + 4; e++) shares[e] /= sum;
  }
  return { boneCount, indices: Uint16Array.from(indices), weights: shares };
}

/** Σ w_b (R_b p + t_b) of all points p, linear blend skinning, into out[at..]; the poses of the bones begin at `first`. */
function placeSkin(
  p: Float64Array,
  indices: Uint16Array,
  weights: Float64Array,
  poses: Float64Array,
  first: number,
  out: Float64Array,
  at: number,
): void {
  for (let v = 0; 3 * v < p.length; v++) {
    const x = p[3 * v];
    const y = p[3 * v + 1];
    const z = p[3 * v + 2];
    let sx = 0;
    let sy = 0;
    let sz = 0;
    for (let e = 4 * v; e < 4 * v + 4; e++) {
      const w = weights[e];
      if (w === 0) continue;
      const m = first + POSE_SIZE * indices[e];
      sx += w * (poses[m] * x + poses[m + 1] * y + poses[m + 2] * z + poses[m + 9]);
      sy += w * (poses[m + 3] * x + poses[m + 4] * y + poses[m + 5] * z + poses[m + 10]);
      sz += w * (poses[m + 6] * x + poses[m + 7] * y + poses[m + 8] * z + poses[m + 11]);
    }
    out[at + 3 * v] = sx;
    out[at + 3 * v + 1] = sy;
    out[at + 3 * v + 2] = sz;
  }
}
