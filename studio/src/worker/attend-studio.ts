import { parseScene, type Simulation } from "drape";
import type { Attend, Parcel } from "drape/extend";
import { createRecorder } from "../inside/recorder.ts";
import { createSightSource } from "../inside/sight-source.ts";
import { createEdits } from "./edits.ts";
import { describeSkins } from "./figure-skin.ts";
import { drawMatrix, writeMatrix } from "./matrix-reports.ts";
import { createMeasurements } from "./measurements.ts";
import type { Answer, Attended, Description, Question } from "./questions.ts";
import { readBodies } from "./read-bodies.ts";
import { createRehearsal, type Rehearsal } from "./rehearsal.ts";

/**
 * What the studio has beside the engine of its world, in the worker: the time line, the measurements, the sight of the inside, what a person has done to the
 * cloth and the way back.
 */
export const attendStudio: Attend = () => {
  const recorder = createRecorder();
  const inside = createSightSource();
  const edits = createEdits();
  const measurements = createMeasurements();
  let simulation: Simulation | undefined;
  let rehearsal: Rehearsal | undefined;
  /** Colliders of the scene, without the bones of figures. */
  let bodyCount = 0;
  /** The last frame was shown at this step. */
  let shownStep = -1;
  let isAtRest = true;

  function loaded(): Simulation {
    if (simulation === undefined) throw new Error("No scene is loaded yet; choose one first.");
    return simulation;
  }

  function describe({ scene, isAnother }: Extract<Question, { type: "describe" }>): Description {
    const { method, options, seed, bodies } = loaded();
    const skins = isAnother ? describeSkins(parseScene(scene)) : [];
    if (isAnother) {
      edits.clear();
      bodyCount = skins[0]?.firstBone ?? bodies.list.length;
    }
    measurements.watch(bodies.list.length > 0 || scene.collision?.self === true);
    const surfaces = bodies.list.map(({ surface }) => surface && { positions: surface.positions, triangles: surface.triangles });
    return { method, options, seed, skins, surfaces: surfaces.map((surface) => surface ?? null) };
  }

  /** The simulation stands, in a state that it was put into or has come to. */
  function rest(): void {
    isAtRest = true;
    measurements.ask();
  }

  async function reply(question: Question): Promise<Omit<Answer, "time" | "steps" | "hash">> {
    switch (question.type) {
      case "describe":
        rest();
        return { description: describe(question) };
      case "rest":
        recorder.rest();
        rest();
        isAtRest = !question.goesOn;
        return {};
      case "rehearse":
        rehearsal = await createRehearsal(loaded(), question);
        return {};
      case "edit-cloth":
        if (question.command.type === "return") letGo(loaded());
        edits.perform(question.command, loaded(), question.isPlaying);
        isAtRest = !question.isPlaying;
        if (question.command.type === "return") rest();
        return {};
      case "see":
        inside.choose(question.sights);
        return {};
      case "scrub":
        letGo(loaded());
        inside.recall(recorder.show(question.step));
        rest();
        return {};
      case "matrix":
        return { matrix: drawMatrix(loaded(), question.ordering, question.size) };
      case "matrix-file":
        return { text: writeMatrix(loaded()) };
    }
  }

  return {
    begin([next], areKept) {
      if (next !== simulation) rehearsal = undefined;
      simulation = next;
      if (next === undefined) return;
      measurements.begin(next, areKept);
      recorder.begin(next);
      inside.begin(next);
      inside.recall(undefined);
      rest();
    },
    stepped(stepped) {
      const start = performance.now();
      recorder.note();
      inside.recall(undefined);
      if (rehearsal?.take() === false) rehearsal = undefined;
      measurements.note(stepped, performance.now() - start);
    },
    show() {
      if (simulation === undefined) return undefined;
      const { steps } = simulation;
      const isPlaying = steps !== shownStep && !isAtRest;
      shownStep = steps;
      const stats = measurements.take(isPlaying, recorder);
      const changed = stats === undefined && isPlaying ? undefined : edits.report(simulation);
      isAtRest = false;
      const value: Attended = {
        steps,
        ...readBodies(simulation, bodyCount),
        ...inside.take(isPlaying),
        ...(stats === undefined ? {} : { stats }),
        ...(changed === undefined ? {} : { edits: changed }),
      };
      return parcelOf(value);
    },
    async answer(question) {
      const rest = await reply(question as Question);
      const { time, steps } = loaded();
      const answer: Answer = { time, steps, hash: loaded().hash(), ...rest };
      return { value: answer };
    },
  };
};

/** Nobody holds the cloth of a state that was gone back to. */
function letGo(simulation: Simulation): void {
  const { drive, sceneIndex } = simulation.snapshot();
  drive.grabbed.forEach((isGrabbed, i) => {
    if (isGrabbed !== 0) simulation.edit.release(sceneIndex[i]);
  });
}

/** The arrays that are made for each frame change hands. */
function parcelOf(value: Attended): Parcel {
  const { field, boxes, intersections, poses, surfaces = [], springs } = value;
  const arrays = [field?.values, boxes, intersections, poses, ...surfaces.map(({ positions }) => positions), springs?.ends, springs?.kinds];
  return { value, transfer: arrays.flatMap((array) => (array === undefined ? [] : [array.buffer])) };
}
