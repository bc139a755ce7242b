import type { Frame, Stats, Topology } from "../commands.ts";
import { type ClothView, createClothView } from "../stage/cloth-view.ts";
import type { Scenery } from "../stage/scenery.ts";
import type { Stage } from "../stage/stage.ts";
import { chooseScale, computeDistances, rootMeanSquare } from "./difference.ts";
import { colourDistances } from "./difference-colours.ts";
import type { Lane } from "./lane.ts";

/** The cloths side by side as they are drawn, and how far each is from the reference. */
export interface Pictures {
  /** As each picture was shown last. */
  readonly list: readonly Picture[];
  /** End of the scale of colours [m]; 0 before the first difference. */
  readonly scale: number;
  /** Time of the reference that they were measured against [s]; undefined: none. */
  readonly referenceTime: number | undefined;
  /** Begins anew with so many pictures. */
  fit(count: number): void;
  /** Forgets every difference: all go back to the start, or there is no reference any more. */
  forget(): void;
  /** Takes over what the lanes look like, one a picture, and measures them against `truth`. */
  show(lanes: readonly (Lane | undefined)[], truth: Lane | undefined): void;
  /** Shows the differences as colours, or the weave. */
  paint(coloured: boolean): void;
  /** Puts into the scene what belongs into one picture. */
  choose(picture: number): void;
}

/** What is known of a picture. */
export interface Picture {
  readonly topology: Topology | undefined;
  readonly stats: Stats | undefined;
  /** [s] */
  readonly time: number;
  readonly steps: number;
  /** RMS distance from the reference [m]; undefined where there is none at the same time. */
  readonly error: number | undefined;
}

interface DrawnPicture extends Picture {
  readonly cloth: ClothView;
  topology: Topology | undefined;
  stats: Stats | undefined;
  time: number;
  steps: number;
  error: number | undefined;
  /** Of each vertex from the reference [m], and its colour. */
  distances: Float32Array;
  colours: Float32Array;
  bodies: Pick<Frame, "poses" | "surfaces">;
  hasCloth: boolean;
}

export function createPictures(stage: Stage, scenery: Scenery): Pictures {
  let list: DrawnPicture[] = [];
  let scale = 0;
  let referenceTime: number | undefined;

  function takeOver(picture: DrawnPicture, { frame, topology, stats }: Lane): void {
    if (topology !== undefined && topology !== picture.topology) {
      picture.topology = topology;
      picture.cloth.setTopology(topology);
    }
    picture.stats = stats;
    if (frame === undefined || frame.revision !== topology?.revision) return;
    picture.time = frame.time;
    picture.steps = frame.steps;
    if (!scenery.canShow(frame.positions)) return;
    picture.cloth.setFrame(frame);
    const { poses, surfaces } = frame;
    picture.bodies = surfaces === undefined ? { poses } : { poses, surfaces };
    picture.hasCloth = true;
  }

  function measure(picture: DrawnPicture, lane: Lane | undefined, truth: Float32Array | undefined): void {
    picture.error = undefined;
    if (truth === undefined || lane?.frame === undefined || lane.failed) return;
    const { positions } = lane.frame;
    if (picture.colours.length !== positions.length) {
      picture.distances = new Float32Array(positions.length / 3);
      picture.colours = new Float32Array(positions.length);
    }
    if (computeDistances(positions, truth, picture.distances)) picture.error = rootMeanSquare(picture.distances);
  }

  /** The largest distance of a vertex. A cloth that is about to burst has no say: it would leave the others a single colour. */
  function largestDistance(): number {
    let largest = 0;
    for (const { error = Number.POSITIVE_INFINITY, distances } of list) {
      if (error > scenery.radius) continue;
      for (const distance of distances) largest = Math.max(largest, distance);
    }
    return largest;
  }

  return {
    get list() {
      return list;
    },
    get scale() {
      return scale;
    },
    fit(count) {
      for (const { cloth } of list.slice(count)) {
        stage.scene.remove(cloth.object);
        cloth.dispose();
      }
      list = Array.from({ length: count }, (_, n) => makePicture(list[n]?.cloth ?? createClothView(stage.maxAnisotropy)));
      for (const { cloth } of list) stage.scene.add(cloth.object);
    },
    get referenceTime() {
      return referenceTime;
    },
    forget() {
      scale = 0;
      referenceTime = undefined;
      for (const picture of list) picture.error = undefined;
    },
    show(lanes, truth) {
      const reference = truth?.failed === false ? truth.frame : undefined;
      referenceTime = reference?.time;
      for (const [n, picture] of list.entries()) {
        const lane = lanes[n];
        if (lane !== undefined) takeOver(picture, lane);
        measure(picture, lane, reference?.positions);
      }
      scale = chooseScale(scale, largestDistance());
    },
    paint(coloured) {
      for (const { cloth, distances, colours, error } of list) {
        if (!coloured) cloth.setColours(undefined);
        else if (error !== undefined && colours.length === cloth.positions.length) {
          colourDistances(distances, scale, colours);
          cloth.setColours(colours);
        }
      }
      stage.invalidate();
    },
    choose(picture) {
      for (const [n, { cloth, hasCloth }] of list.entries()) cloth.object.visible = n === picture && hasCloth;
      if (list[picture] !== undefined) scenery.setFrame(list[picture].bodies);
    },
  };
}

function makePicture(cloth: ClothView): DrawnPicture {
  return {
    cloth,
    topology: undefined,
    stats: undefined,
    time: 0,
    steps: 0,
    error: undefined,
    distances: new Float32Array(0),
    colours: new Float32Array(0),
    bodies: { poses: new Float32Array(0) },
    hasCloth: false,
  };
}
