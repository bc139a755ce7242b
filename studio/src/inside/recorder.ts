import type { Simulation, Snapshot } from "drape";

/** The last seconds of a simulation, as snapshots from which it can go on. */
export interface Recorder {
  /** Starts over: another simulation, or back at the start. */
  begin(simulation: Simulation): void;
  /** A step was taken: what had been recorded behind it is no longer the future, and it is recorded when its time has come. */
  note(): void;
  /** It has come to rest: the present is recorded in any case, as a place to come back to. */
  rest(): void;
  /** Puts the simulation into the recorded state whose step is nearest; returns what contact was then, as far as that is known. */
  show(step: number): Float32Array | undefined;
  view(): TimelineView;
}

/** What is recorded, as the page shows it. */
export interface TimelineView {
  /** Number and time [s] of the steps, ascending. */
  readonly steps: Uint32Array;
  readonly times: Float64Array;
  /** The one that is shown; −1 for the present. */
  readonly index: number;
}

export interface RecorderLimits {
  /** How far back it goes [s]. */
  readonly window: number;
  /** Memory for all records [bytes]. */
  readonly memory: number;
  /** Most records. */
  readonly count: number;
  /** The greatest part of all time that recording may take. */
  readonly share: number;
}

export const RECORDER_LIMITS: RecorderLimits = { window: 10, memory: 64e6, count: 1200, share: 0.08 };

interface Recorded {
  readonly snapshot: Snapshot;
  readonly contact: Float32Array;
  readonly size: number;
}

/** Steps lie as far apart as memory for the whole window asks, and farther where taking a snapshot is slow. */
export function createRecorder(limits: RecorderLimits = RECORDER_LIMITS, now: () => number = () => performance.now()): Recorder {
  let simulation: Simulation | undefined;
  let records: Recorded[] = [];
  /** The record that is shown; −1 for the present. */
  let shown = -1;
  let due = 0;

  function record(current: Simulation): void {
    const start = now();
    const snapshot = current.snapshot();
    const contact = new Float32Array(current.particleCount);
    current.view.readField("contact", contact);
    records.push({ snapshot, contact, size: contact.byteLength + sizeOf(snapshot) });
    const cost = now() - start;
    due = start + cost / limits.share;
    const oldest = snapshot.time - limits.window;
    let memory = records.reduce((sum, { size }) => sum + size, 0);
    let dropped = 0;
    while (dropped + 2 < records.length) {
      const { size, snapshot: first } = records[dropped];
      if (memory <= limits.memory && first.time >= oldest && records.length - dropped <= limits.count) break;
      memory -= size;
      dropped++;
    }
    records = records.slice(dropped);
  }

  function rest(): void {
    if (simulation === undefined || shown >= 0 || records.at(-1)?.snapshot.steps === simulation.steps) return;
    record(simulation);
  }

  /** Steps between two records, so that the window fits into the memory. */
  function spacing({ timestep }: Simulation): number {
    const last = records.at(-1);
    if (last === undefined) return 1;
    const room = Math.max(2, Math.min(limits.count, Math.floor(limits.memory / last.size)));
    return Math.max(1, Math.ceil(limits.window / timestep / room));
  }

  return {
    begin(next) {
      simulation = next;
      records = [];
      shown = -1;
      record(next);
      due = 0; // the first is slow, the code is new
    },
    note() {
      if (simulation === undefined) return;
      if (shown >= 0) records.length = shown + 1;
      shown = -1;
      const last = records.at(-1)?.snapshot.steps ?? 0;
      if (simulation.steps - last >= spacing(simulation) && now() >= due) record(simulation);
    },
    rest,
    show(step) {
      if (simulation === undefined) return undefined;
      rest();
      const distance = ({ snapshot }: Recorded): number => Math.abs(snapshot.steps - step);
      shown = records.reduce((best, one, k) => (distance(one) < distance(records[best]) ? k : best), 0);
      const { snapshot, contact } = records[shown];
      simulation.restore(snapshot);
      letGo(simulation, snapshot);
      return contact;
    },
    view() {
      return {
        steps: Uint32Array.from(records, ({ snapshot }) => snapshot.steps),
        times: Float64Array.from(records, ({ snapshot }) => snapshot.time),
        index: shown,
      };
    },
  };
}

/** The hand that held a vertex then is no longer there. */
function letGo(simulation: Simulation, { drive, sceneIndex }: Snapshot): void {
  drive.grabbed.forEach((isGrabbed, i) => {
    if (isGrabbed !== 0) simulation.edit.release(sceneIndex[i]);
  });
}

/** Bytes of all arrays in plain data. */
function sizeOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce((sum: number, one) => sum + sizeOf(one), 0);
}
