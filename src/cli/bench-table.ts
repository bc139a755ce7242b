import { VERSION } from "../core/version.ts";
import type { Timing } from "./time-methods.ts";

/** The timings of one cloth. */
export interface BenchGroup {
  /** Such as "32 × 32" or the scene's file. */
  readonly title: string;
  readonly timings: readonly Timing[];
  /** Those for which there was no time at all. */
  readonly left: readonly string[];
}

export interface BenchReport {
  readonly machine: string;
  readonly node: string;
  readonly scene: string;
  readonly steps: number;
  readonly groups: readonly BenchGroup[];
}

interface RatedTiming extends Timing {
  /** How many times as long as the fastest that was stable. */
  readonly times: number;
}

const COLUMNS: readonly [head: string, cell: (timing: RatedTiming) => string][] = [
  ["times", ({ times }) => fixed(times, 2)],
  ["median ms", ({ medianMs }) => fixed(medianMs, 3)],
  ["min ms", ({ minMs }) => fixed(minMs, 3)],
  ["iterations", ({ iterations }) => fixed(iterations, 1)],
  ["strain mean", ({ strainMean }) => `${fixed(100 * strainMean, 2)} %`],
  ["worst", ({ strainMax }) => `${fixed(100 * strainMax, 2)} %`],
  ["moved m", ({ moved }) => fixed(moved, 3)],
  ["steps", ({ steps, outcome }) => (outcome === "finished" ? `${steps}` : `${steps}, ${outcome}`)],
];

/** For people: a table a cloth, the fastest first. */
export function formatBenchText({ machine, node, scene, steps, groups }: BenchReport): string {
  const lines = [`drape ${VERSION}; ${machine}, node ${node}; ${scene}; ${steps} steps each, in turns`];
  for (const { title, timings, left } of groups) {
    lines.push("", `${title}${timings.length > 0 ? describeCloth(timings[0]) : ""}`);
    const rated = rate(timings);
    const cells = rated.map((timing) => [timing.name, ...COLUMNS.map(([, cell]) => cell(timing))]);
    if (cells.length > 0) lines.push(...align([["", ...COLUMNS.map(([head]) => head)], ...cells]));
    if (left.length > 0) lines.push(`no time was left for ${left.join(", ")}`);
  }
  return `${lines.join("\n")}\n`;
}

function describeCloth({ particles, timestep }: Timing): string {
  return `: ${particles} particles, steps of ${Number((1000 * timestep).toPrecision(4))} ms`;
}

export function formatBenchJson({ groups, ...report }: BenchReport): string {
  const rated = groups.map((group) => ({ ...group, timings: rate(group.timings) }));
  return `${JSON.stringify({ drape: VERSION, ...report, groups: rated }, null, 2)}\n`;
}

export function formatBenchCsv({ machine, node, scene, groups }: BenchReport): string {
  const head =
    "drape,machine,node,scene,cloth,particles,timestep,name,method,options,outcome,steps,times,medianMs,minMs,createMs,iterations,strainMean,strainMax,moved";
  const rows = groups.flatMap(({ title, timings }) =>
    rate(timings).map((t) => {
      const options = Object.entries(t.options).map(([name, value]) => `${name}=${value}`);
      const about = [VERSION, machine, node, scene, title, t.particles, t.timestep, t.name, t.method, options.join(" ")];
      const measured = [t.times, t.medianMs, t.minMs, t.createMs, t.iterations, t.strainMean, t.strainMax, t.moved];
      return [...about, t.outcome, t.steps, ...measured.map((value) => (Number.isNaN(value) ? "" : value))].map(quoteCell).join(",");
    }),
  );
  return `${[head, ...rows].join("\n")}\n`;
}

/** The fastest first; what became unstable, or took no step, last and without a rating. */
function rate(timings: readonly Timing[]): RatedTiming[] {
  const fair = timings.filter(({ outcome, steps }) => outcome !== "unstable" && steps > 0);
  const least = Math.min(...fair.map(({ medianMs }) => medianMs));
  const rated = timings.map((timing) => ({
    ...timing,
    times: fair.includes(timing) ? timing.medianMs / least : Number.NaN,
  }));
  const place = ({ times }: RatedTiming): number => (Number.isNaN(times) ? Number.POSITIVE_INFINITY : times);
  return rated.sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

function align(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
  return rows.map((row) => row.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join("  "));
}

function quoteCell(value: string | number): string {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function fixed(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : "–";
}
