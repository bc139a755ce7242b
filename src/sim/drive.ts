import { copyEach, setEach } from "../core/array-memory.ts";
import type { BodyMotion } from "../core/body-motion.ts";
import { createPins, type Pins } from "../core/constraints.ts";
import type { PointMotion } from "../core/point-motion.ts";
import { LARGEST_VALUE, type State } from "../core/state.ts";
import type { StepContext } from "../core/step-context.ts";
import type { RunAbilities } from "./abilities.ts";
import type { Attachment } from "./anchors.ts";
import type { BodyPinMemory } from "./body-pins.ts";
import { createHands, type HandMemory } from "./hands.ts";

/** A vertex that the scene holds or moves. */
export interface PinScript {
  readonly vertex: number;
  readonly motion?: PointMotion | undefined;
  /** Goes with bodies, wherever they go within the step. */
  readonly attachment?: Attachment | undefined;
  /** Let go at this time [s]. */
  readonly release?: number | undefined;
}

/**
 * The pins of the scene, fixed or moving, and the handles that a person drags. Before each step the drive decides which vertices are held
 * and where they go; after the proposal it puts them there exactly.
 */
export interface Drive {
  readonly pins: Pins;
  /** 1 for each vertex that the scene holds now, and for each that a hand does. */
  readonly pinned: Uint8Array;
  readonly grabbed: Uint8Array;
  /**
   * Prescribes the velocities of the held vertices for a step, into `step.from`, once bodies have begun on their way. Handles that have
   * departed go `way` of their way; to its end without.
   */
  begin(step: StepContext, way?: number): void;
  /** Puts the held vertices of the proposal exactly where they belong. */
  finish(step: StepContext): void;
  /** The step was committed: handles are where they were told to be. */
  arrive(): void;
  /** Sends handles that were told to move on their way, which later steps go; without it they are there at the end of the next step. */
  depart(): void;
  /** Holds a vertex at a position; again to move it. The way of one that is free starts where it is `owed` seconds after the last step. */
  grab(vertex: number, x: number, y: number, z: number, state: State, owed: number): void;
  /** Lets go of a vertex at time t [s]; a pin of the scene stays where it was put, or goes on with its motion from there. */
  release(vertex: number, t: number): void;
  /** Pins a vertex where it is, whatever the scene had planned for it; `unpin` frees it from any pin, also one of the scene. */
  pin(vertex: number, x: number, y: number, z: number): void;
  unpin(vertex: number): void;
  /** Pins a vertex to a body, as far from it as `x[3 vertex..]` is where the body is now: at the end of the last step. */
  attach(vertex: number, body: number, x: Float64Array): void;
  /** Whether a vertex is pinned now; a vertex that is only grabbed is not. */
  isPinned(vertex: number): boolean;
  save(): DriveMemory;
  load(memory: DriveMemory): void;
}

/**
 * What a snapshot keeps: how far pins were dragged from their script, and for each vertex whether it is pinned now (BY_SCENE or BY_HAND) and
 * grabbed; and the ways of hands.
 */
export interface DriveMemory {
  readonly shift: Float64Array;
  readonly target: Float64Array;
  readonly pinned: Uint8Array;
  readonly grabbed: Uint8Array;
  readonly hands: HandMemory;
  /** Of vertices pinned to bodies at run time (WITH_BODY). */
  readonly bodyPins: BodyPinMemory;
}

/** The origin of a pin. A pin of the scene follows its script, which also releases it; one set by hand stays where it is. */
const BY_SCENE = 1;
export const BY_HAND = 2;
/** It goes with a body, to which it was attached at run time. */
export const WITH_BODY = 3;

/** A time counts as reached within this fraction of a step. */
const TIME_SLACK = 1e-6;

/** Whether an event of the scene at time `at` [s] comes before the step from `time` to `time` + h. */
export function isDue(at: number, time: number, h: number): boolean {
  return time >= at - TIME_SLACK * h;
}

const NO_BODY_PINS: BodyPinMemory = { bodies: new Int32Array(0), places: new Float64Array(0) };

export function createDrive(
  start: Float64Array,
  scripts: readonly PinScript[],
  bodies: BodyMotion,
  { createAnchors, createBodyPins }: Pick<RunAbilities, "createAnchors" | "createBodyPins">,
): Drive {
  const particleCount = start.length / 3;
  const shift = new Float64Array(start.length);
  const target = start.slice();
  const pinned = new Uint8Array(particleCount);
  const grabbed = new Uint8Array(particleCount);
  const arrays = { shift, target, pinned, grabbed };
  const motions: (PointMotion | undefined)[] = [];
  const attached = scripts.flatMap(({ vertex, attachment }) => (attachment ? [{ vertex, attachment }] : []));
  const anchors = attached.length === 0 ? undefined : createAnchors?.(bodies, attached, start);
  const anchorOf = new Int32Array(particleCount).fill(-1);
  attached.forEach(({ vertex }, k) => {
    anchorOf[vertex] = k;
  });
  for (const script of scripts) {
    pinned[script.vertex] = BY_SCENE;
    motions[script.vertex] = script.motion;
  }
  const releases = scripts.filter((script) => script.release !== undefined);
  const pins = createPins(particleCount);
  const hands = createHands(target);
  const bodyPins = createBodyPins?.(bodies, particleCount);

  function collect(): void {
    pins.count = 0;
    for (let i = 0; i < particleCount; i++) {
      pins.held[i] = pinned[i] !== 0 || grabbed[i] !== 0 ? 1 : 0;
      if (pins.held[i] !== 0) pins.indices[pins.count++] = i;
    }
  }
  collect();

  /** Shifts a pin from its place in `places` to (x, y, z). */
  function shiftTo(first: number, x: number, y: number, z: number, places: Float64Array): void {
    shift[first] = x - places[first];
    shift[first + 1] = y - places[first + 1];
    shift[first + 2] = z - places[first + 2];
    collect();
  }

  /** Computes the target of a pin at time t, from its script and its shift. */
  function placePin(i: number, t: number): void {
    const motion = motions[i];
    const isScripted = pinned[i] !== BY_HAND;
    if (pinned[i] === WITH_BODY) bodyPins?.place(i, target);
    else if (isScripted && anchors !== undefined && anchorOf[i] >= 0) anchors.place(anchorOf[i], target, i);
    else if (isScripted && motion !== undefined) motion(t, start, i, target);
    else for (let c = 3 * i; c < 3 * i + 3; c++) target[c] = start[c];
    for (let c = 3 * i; c < 3 * i + 3; c++) if (shift[c] !== 0) target[c] += shift[c]; // −0 stays −0
  }

  return {
    pins,
    pinned,
    grabbed,
    begin({ state, from: { v }, h }, way = 1) {
      let changed = false;
      for (let k = 0; k < releases.length; k++) {
        const { vertex, release } = releases[k];
        if (pinned[vertex] === BY_SCENE && isDue(release as number, state.time, h)) {
          pinned[vertex] = 0;
          changed = true;
        }
      }
      if (changed) collect();
      const { x } = state;
      for (let k = 0; k < pins.count; k++) {
        const i = pins.indices[k];
        if (grabbed[i] === 0) placePin(i, state.time + h);
        for (let c = 3 * i; c < 3 * i + 3; c++) v[c] = (target[c] - x[c]) / h;
      }
      hands.begin(way, x, h, v);
    },
    finish({ next }) {
      for (let k = 0; k < pins.count; k++) {
        const i = pins.indices[k];
        for (let c = 3 * i; c < 3 * i + 3; c++) {
          next.x[c] = target[c];
          if (!(Math.abs(target[c]) <= LARGEST_VALUE)) next.isSound = false;
        }
      }
      hands.finish(next.x);
    },
    arrive: hands.arrive,
    depart: hands.depart,
    grab(vertex, x, y, z, state, owed) {
      const first = 3 * vertex;
      const isHeld = pins.held[vertex] !== 0;
      if (grabbed[vertex] !== 0) hands.tell(vertex);
      else {
        const from = state.x.slice(first, first + 3);
        for (let c = 0; c < 3; c++) from[c] += owed * state.v[first + c];
        hands.take(vertex, from);
      }
      grabbed[vertex] = 1;
      target[first] = x;
      target[first + 1] = y;
      target[first + 2] = z;
      if (!isHeld) collect();
    },
    release(vertex, t) {
      if (grabbed[vertex] === 0) return;
      grabbed[vertex] = 0;
      hands.letGo(vertex);
      const first = 3 * vertex;
      const [x, y, z] = target.subarray(first, first + 3);
      shift.fill(0, first, first + 3);
      placePin(vertex, t); // where the script alone would have it
      shiftTo(first, x, y, z, target);
    },
    pin(vertex, x, y, z) {
      pinned[vertex] = BY_HAND;
      shiftTo(3 * vertex, x, y, z, start);
    },
    unpin(vertex) {
      pinned[vertex] = 0;
      collect();
    },
    attach(vertex, body, x) {
      pinned[vertex] = WITH_BODY;
      shift.fill(0, 3 * vertex, 3 * vertex + 3);
      bodyPins?.set(vertex, body, x);
      collect();
    },
    isPinned: (vertex) => pinned[vertex] !== 0,
    save: () => ({
      ...copyEach(arrays),
      hands: hands.save(),
      bodyPins: bodyPins?.save() ?? NO_BODY_PINS,
    }),
    load({ hands: held, bodyPins: attached, ...memory }) {
      setEach(arrays, memory);
      bodyPins?.load(attached);
      hands.load(held);
      collect();
    },
  };
}
