import { type Camera, Frustum, Matrix4, Sphere, Vector3 } from "three";
import { InputError } from "../core/errors.ts";
import { readAnyObject, readNumber } from "../core/read.ts";
import type { ClothDetail } from "../world/world.ts";
import type { ThreeCloth } from "./create-cloth.ts";
import { worldMatrix } from "./world-matrix.ts";

export interface DetailOptions {
  /** Below this height on the screen [share of it] a cloth has half the detail, and below the second a quarter. Default: 0.25 and 0.1. */
  readonly heights?: readonly [number, number] | undefined;
}

const LEVELS: readonly ClothDetail[] = ["full", "half", "quarter"];
const HEIGHTS: readonly [number, number] = [0.25, 0.1];

/** A level is left for a finer one when the cloth is this much higher than where it was entered [−]. */
const HYSTERESIS = 1.3;
/** Cloths are hidden when this many times their sphere is out of sight, and shown when this many times is in it [−]. */
const HIDE_AT = 1.5;
const SHOW_AT = 1.3;

/** A level is kept for so long of the world's time [s]: what was shown before has faded by then. */
const KEPT = 0.25;

/** What is known of a cloth from call to call. */
interface Known {
  level: number;
  isBusy: boolean;
  /** Since when it has its level [s]. */
  since: number;
  /** The middle of the cloth as its anchor sees it, when it was hidden. */
  readonly seen: Vector3;
}

const knownOf = new WeakMap<ThreeCloth, Known>();
const frustum = new Frustum();
const view = new Matrix4();
const sphere = new Sphere();
const eye = new Vector3();

/**
 * Once a frame, before `world.update`: cloths that the camera does not see stand still, and those that are small on the screen are simulated with less
 * detail. Hidden cloth goes with the object that it is attached to (`attachTo`); without one it is where it was.
 */
export function updateDetail(cloths: Iterable<ThreeCloth>, camera: Camera, options: DetailOptions = {}): void {
  if (camera?.isCamera !== true) throw new InputError("camera", String(camera), "give a camera of three.js");
  const heights = readHeights(options);
  camera.updateMatrixWorld();
  view.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  frustum.setFromProjectionMatrix(view, camera.coordinateSystem, camera.reversedDepth);
  for (const cloth of cloths) if (!cloth.cloth.isRemoved) updateOne(cloth, camera, heights);
}

function readHeights(options: DetailOptions): readonly [number, number] {
  const { heights = HEIGHTS } = readAnyObject(options, "options") as DetailOptions;
  return [readNumber(heights[0], "options.heights[0]", { min: 0 }), readNumber(heights[1], "options.heights[1]", { min: 0 })];
}

function updateOne(three: ThreeCloth, camera: Camera, heights: readonly [number, number]): void {
  const known = knownOf.get(three) ?? { level: 0, isBusy: false, since: Number.NEGATIVE_INFINITY, seen: new Vector3() };
  knownOf.set(three, known);
  const { cloth, mesh, anchor } = three;
  sphere.copy(mesh.geometry.boundingSphere as Sphere);
  if (cloth.isHidden && anchor !== undefined) sphere.center.copy(known.seen).applyMatrix4(worldMatrix(anchor));
  const { radius } = sphere;
  sphere.radius = radius * (cloth.isHidden ? SHOW_AT : HIDE_AT);
  const isSeen = frustum.intersectsSphere(sphere);
  if (isSeen) cloth.show();
  else if (!cloth.isHidden) {
    if (anchor !== undefined) known.seen.copy(sphere.center).applyMatrix4(view.copy(worldMatrix(anchor)).invert());
    cloth.hide();
  }
  if (isSeen && !known.isBusy && three.world.time >= known.since + KEPT)
    setLevel(three, known, levelFor(heightOnScreen(camera, radius), known.level, heights));
}

/** The height of a ball about `sphere.center` on the screen, as a share of it. */
function heightOnScreen(camera: Camera, radius: number): number {
  const scale = camera.projectionMatrix.elements[5];
  const isPerspective = camera.projectionMatrix.elements[15] === 0;
  const distance = isPerspective ? Math.max(radius, eye.setFromMatrixPosition(camera.matrixWorld).distanceTo(sphere.center)) : 1;
  return (radius * scale) / distance;
}

function levelFor(height: number, level: number, heights: readonly [number, number]): number {
  let next = 0;
  for (const [n, limit] of heights.entries()) if (height < (level > n ? HYSTERESIS * limit : limit)) next = n + 1;
  return next;
}

function setLevel({ cloth, world }: ThreeCloth, known: Known, level: number): void {
  if (level === known.level) return;
  known.level = level;
  known.since = world.time;
  if (cloth.origin.length > 0 && isCut(cloth.origin)) return; // it keeps its vertices
  known.isBusy = true;
  cloth
    .set({ detail: LEVELS[level] })
    .catch(() => {}) // its world was disposed of meanwhile
    .finally(() => {
      known.isBusy = false;
    });
}

/** Copies of vertices come last. */
function isCut(origin: Uint32Array): boolean {
  return origin[origin.length - 1] !== origin.length - 1;
}
