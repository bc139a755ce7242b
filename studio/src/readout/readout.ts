import type { Inspection } from "drape";
import { MOST_INTERSECTIONS } from "drape/inspect";
import type { Stats } from "../commands.ts";
import { createStageTable, milliseconds } from "./stage-table.ts";
import { stepLimit } from "./step-limit.ts";

/** How the simulation is to run. */
export interface Pacing {
  readonly playing: boolean;
  /** Simulated seconds per real second. */
  readonly speed: number;
  readonly solver: Readonly<Record<string, unknown>>;
  /** [s] */
  readonly timestep: number;
}

/** The numbers of the running simulation, written into the page's readout. */
export interface Readout {
  showTime(time: number, steps: number): void;
  showStats(stats: Stats, pacing: Pacing): void;
  /** What the page itself spends a frame, without drawing [ms]. */
  showPageCost(ms: number): void;
}

export function createReadout(root: HTMLElement): Readout {
  const fields = new Map<string, HTMLElement>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-value]")) fields.set(element.dataset.value ?? "", element);
  const stages = root.querySelector<HTMLElement>(".stages");
  const table = stages && createStageTable(stages);

  function write(name: string, text: string): void {
    const field = fields.get(name);
    if (field !== undefined && field.textContent !== text) field.textContent = text;
  }

  /** A finding that should be nothing: its row is there only where somebody looked, and red where there is something. */
  function writeFinding(name: string, finding: Finding | undefined): void {
    const field = fields.get(name);
    const row = field?.parentElement;
    if (field === undefined || !row) return;
    const hidden = finding === undefined;
    if (row.hidden !== hidden) row.hidden = hidden;
    if (finding === undefined) return;
    write(name, finding.text);
    field.dataset.finding = finding.bad ? "bad" : "none";
  }

  return {
    showTime(time, steps) {
      write("time", time.toFixed(2));
      write("steps", String(steps));
    },
    showStats(stats, { playing, speed, solver, timestep }) {
      const { metrics, inspection, startEnergy, ratio } = stats;
      write("strain", describeStrain(metrics));
      write("kinetic", energy(metrics.kinetic));
      write("elastic", energy(metrics.elastic));
      write("total", describeTotal(metrics, startEnergy));
      const found = inspection === undefined ? undefined : describeInspection(inspection);
      writeFinding("intersections", found?.intersections);
      writeFinding("penetration", found?.penetration);
      writeFinding("layers", found?.layers);
      writeFinding("overstretched", describeOverstretched(metrics));
      table?.show(stats, stepLimit(solver, timestep), playing);
      write("pace", describePace(playing, ratio, speed));
    },
    showPageCost(ms) {
      write("page-ms", `${ms.toFixed(2)} ms a frame`);
    },
  };
}

/** What a step takes, all stages together [ms]. */
export function stepTime(profile: Partial<Stats["profile"]>): number {
  return Object.values(profile).reduce((sum, ms) => sum + ms, 0);
}

export function describeStep(profile: Stats["profile"]): string {
  return Object.keys(profile).length === 0 ? "–" : `${milliseconds(stepTime(profile))} ms`;
}

/** Undefined where no thread is longer than it may be. */
export function describeOverstretched({ overstretched }: Pick<Stats["metrics"], "overstretched">): Finding | undefined {
  return overstretched > 0 ? { text: `${overstretched} ${overstretched === 1 ? "thread" : "threads"}`, bad: true } : undefined;
}

/** Mean and largest. */
export function describeStrain({ strainMean, strainMax }: Stats["metrics"]): string {
  return `${percent(strainMean)} · ${percent(strainMax)} %`;
}

/** The energy of all kinds that has come or gone since the start. */
export function describeTotal({ kinetic, elastic, gravitational }: Stats["metrics"], startEnergy: number): string {
  return energy(kinetic + elastic + gravitational - startEnergy);
}

/** Full speed needs no words; a simulation that cannot keep up says how fast it goes. */
export function describePace(playing: boolean, ratio: number, wantedSpeed: number): string {
  if (!playing) return "paused";
  if (ratio === 0 || ratio > 0.93 * wantedSpeed) return wantedSpeed === 1 ? "real time" : `${wantedSpeed}× real time`;
  return `${ratio.toPrecision(2)}× real time`;
}

/** In words, and whether it is as it should not be. */
export interface Finding {
  readonly text: string;
  readonly bad: boolean;
}

/** What lies on a surface may be below it by rounding, and nobody sees less than this [m]. */
const VISIBLE_DEPTH = 1e-6;

/** `layers` only where the cloths of the scene are a stack. */
export function describeInspection({ intersections, maxPenetration, swappedLayers }: Inspection): {
  readonly intersections: Finding;
  readonly penetration: Finding;
  readonly layers?: Finding;
} {
  const sunk = maxPenetration >= VISIBLE_DEPTH;
  return {
    intersections: count(intersections, "place", "places"),
    penetration: { text: sunk ? `${depth(maxPenetration)} deep` : "nowhere", bad: sunk },
    ...(swappedLayers === undefined ? {} : { layers: count(swappedLayers, "vertex", "vertices") }),
  };
}

function count(found: number, one: string, several: string): Finding {
  if (found === 0) return { text: "nowhere", bad: false };
  return { text: `at ${found}${found === MOST_INTERSECTIONS ? "+" : ""} ${found === 1 ? one : several}`, bad: true };
}

/** A length with a unit that suits it. */
function depth(metres: number): string {
  if (!(metres < 1e5)) return `${scientific(metres, 1)} m`;
  if (metres >= 1) return `${metres.toPrecision(3)} m`;
  if (metres >= 0.01) return `${(100 * metres).toPrecision(3)} cm`;
  return `${(1000 * metres).toPrecision(2)} mm`;
}

/** A length in centimetres, whatever its size, so that lengths side by side can be compared. */
export function centimetres(metres: number): string {
  const cm = 100 * metres;
  if (!(cm < 1e5)) return `${scientific(cm, 1)} cm`;
  return `${cm >= 100 ? cm.toFixed(0) : cm >= 10 ? cm.toFixed(1) : cm.toFixed(cm >= 0.1 || cm === 0 ? 2 : 4)} cm`;
}

function percent(share: number): string {
  return Math.abs(share) > 10 ? scientific(100 * share, 1) : (100 * share).toFixed(2);
}

function scientific(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toExponential(digits).replace("e+", "e") : "∞";
}

/** An energy with its unit; what rounding leaves of nothing is nothing. */
export function energy(joules: number): string {
  const size = Math.abs(joules);
  if (size < 1e-12) return "0 J";
  if (!(size < 1e5)) return `${scientific(joules, 2)} J`;
  if (size >= 1) return `${joules.toPrecision(4)} J`;
  return `${(1000 * joules).toPrecision(size < 1e-6 ? 1 : 3)} mJ`;
}
