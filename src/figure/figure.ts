import type { Range } from "../core/field.ts";
import { readNumber } from "../core/read.ts";
import type { Vec3 } from "../core/vec3.ts";
import { computeSkin } from "../mesh/skin.ts";
import { CYCLES } from "./cycle-catalog.ts";
import { blurGrid, createDistanceGrid } from "./distance-grid.ts";
import { ease, setOff } from "./ease.ts";
import type { FigureMotion } from "./figure-motion.ts";
import { createFlesh, createSkinFlesh, type FleshCone, packFlesh } from "./flesh.ts";
import { createPosedSkeleton, type PosedSkeleton, posePosture } from "./kinematics.ts";
import { clearPosture, createPosture, fadePosture, type Posture } from "./posture.ts";
import { connectVertices, relaxNet } from "./relax-net.ts";
import { BONE_NAMES, type BoneName, createSkeleton } from "./skeleton.ts";
import { computeSkinWeights, type SkinWeights } from "./skin-weights.ts";
import { createNet, type Net } from "./surface-nets.ts";
import { composeWell } from "./well-composed.ts";

export interface FigureOptions {
  /** [m], 0.3 to 3; default 1.7. */
  readonly height?: number;
  /** How stout it is, 0.8 to 1.3; default 1. */
  readonly girth?: number;
}

export const FIGURE_DEFAULTS: Required<FigureOptions> = { height: 1.7, girth: 1 };
export const HEIGHTS: Range = { min: 0.3, max: 3, unit: "m" };
export const GIRTHS: Range = { min: 0.8, max: 1.3 };

export interface Bone {
  readonly name: BoneName;
  /** The number of its parent, which is lower than its own; −1 for the hips. */
  readonly parent: number;
  /** Its joint at rest [m]. */
  readonly head: Vec3;
  /** The flesh about it, in rest coordinates. */
  readonly cones: readonly FleshCone[];
}

/** A mannequin at rest in an A-pose: +Y up, facing +Z, soles on y = 0. */
export interface Figure {
  readonly height: number;
  readonly girth: number;
  readonly bones: readonly Bone[];
  /** The skin at rest: closed, a manifold, facing outwards. Made when first asked for, which takes a while. */
  readonly surface: Net;
  /** Four bones for each vertex of the skin. */
  readonly skinBones: Uint16Array;
  /** Their weights, which sum to 1. */
  readonly skinWeights: Float64Array;
  /** Room for `computePoses`. */
  readonly rig: PosedSkeleton;
  readonly posture: Posture;
}

/** Distance between the samples that the skin is made from, for a height of 1 m [m]. */
const SKIN_STEP = 0.0068;
/** How far the skin lies inside the smoothed cones, for a height of 1 m [m]. */
const SKIN_INSET = 0.001;
/** How often the distances are smoothed, and the net. */
const SKIN_BLUR = 1;
const SKIN_RELAX = 4;

/** Skins grown so far, by height and girth: the same for all figures of a size, and nobody changes them. */
const SKINS = new Map<string, Net & SkinWeights>();
const SKINS_KEPT = 4;

export function createFigure(options: FigureOptions = {}, path: string = "figure"): Figure {
  const height = readNumber(options.height ?? FIGURE_DEFAULTS.height, `${path}.height`, HEIGHTS);
  const girth = readNumber(options.girth ?? FIGURE_DEFAULTS.girth, `${path}.girth`, GIRTHS);
  const skeleton = createSkeleton(height, girth);
  const flesh = createFlesh(skeleton);
  const { heads, parents } = skeleton;
  const bones = BONE_NAMES.map((name, bone): Bone => {
    const head: Vec3 = [heads[3 * bone], heads[3 * bone + 1], heads[3 * bone + 2]];
    return { name, parent: parents[bone], head, cones: flesh[bone] };
  });

  const size = `${height} ${girth}`;
  function growSkin(): Net & SkinWeights {
    const known = SKINS.get(size);
    if (known !== undefined) return known;
    const packed = packFlesh(createSkinFlesh(skeleton));
    const grid = createDistanceGrid(packed.cones, SKIN_STEP * height);
    blurGrid(grid, SKIN_BLUR);
    for (let i = 0; i < grid.values.length; i++) grid.values[i] += SKIN_INSET * height;
    composeWell(grid);
    const net = createNet(grid);
    const graph = connectVertices(net.positions.length / 3, net.triangles);
    relaxNet(net, graph, grid, SKIN_RELAX);
    const skin = { ...net, ...computeSkinWeights(net.positions, graph, packed.cones, packed.bones, girth) };
    if (SKINS.size === SKINS_KEPT) SKINS.delete([...SKINS.keys()][0]);
    SKINS.set(size, skin);
    return skin;
  }

  return {
    height,
    girth,
    bones,
    get surface() {
      return growSkin();
    },
    get skinBones() {
      return growSkin().bones;
    },
    get skinWeights() {
      return growSkin().weights;
    },
    rig: createPosedSkeleton(skeleton),
    posture: createPosture(),
  };
}

/** The clock of a cycle has run for so long when it has faded in [s]. */
const FADE = 0.5;

/**
 * Where all bones are at time t [s] of a motion: POSE_SIZE numbers a bone, a rotation row by row and then a translation, that take the
 * figure at rest to the world. The motion starts in the rest pose at t = 0, at rest, and is smooth from then on.
 */
export function computePoses(figure: Figure, motion: FigureMotion, t: number, out: Float64Array): void {
  const { posture, rig } = figure;
  const clock = (motion.speed ?? 1) * setOff(t, 0.5 * (motion.start ?? 1));
  clearPosture(posture);
  CYCLES[motion.cycle].compute(motion, clock, posture);
  fadePosture(posture, ease(clock / FADE));
  posePosture(rig, posture, out);
}

/** The skin in the given poses, packed by threes [m]. Allocates nothing. */
export function skinSurface(figure: Figure, poses: Float64Array, out: Float64Array): void {
  computeSkin(figure.surface.positions, figure.skinBones, figure.skinWeights, poses, out);
}

export type { FigureMotion, FleshCone };
