import { cos, sin } from "../../core/trig.ts";
import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Findings, Task, Verdict } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { partOf, readPositions, runSteps } from "../run-steps.ts";
import { percentError } from "./known-answer.ts";
import { type Thread, threadScene } from "./thread.ts";

const GRAVITY = 9.81;
export const TABLE_FRICTION = 0.5;
/** Of the strip, on the table [m]. */
export const LYING = 0.6;
const LINE_DENSITY = 0.1;
/** Of the rod [m]. */
const ROD = 0.04;

/**
 * A strip of even weight lies on a table and hangs over its edge, a quarter of a smooth rod flush with the top, by `part` of what friction can hold: μ times
 * what lies on the table carries what hangs and what the rod does not carry, of which the quarter of radius r weighs as much as a length r,
 * μ s ≥ hang + r. Without the rod's length that is the overhang μ/(1 + μ) of the whole.
 */
export function tableScene(part: number, spacing: number, more: object): { scene: SceneInput; load: number; length: number } {
  const radius = ROD;
  const lying = Math.round(LYING / spacing);
  const quarter = Math.round((0.5 * Math.PI * radius) / spacing);
  const hanging = Math.round((part * TABLE_FRICTION * lying * spacing - radius) / spacing);
  const points: [number, number, number][] = [];
  for (let i = lying; i > 0; i--) points.push([-i * spacing, 0, 0]);
  for (let i = 0; i <= quarter; i++) {
    const angle = (i / quarter) * 0.5 * Math.PI;
    points.push([radius * sin(angle), radius * (cos(angle) - 1), 0]);
  }
  for (let i = 1; i <= hanging; i++) points.push([radius, -radius - i * spacing, 0]);
  const load = hanging * spacing + radius;
  const length = lying * spacing + 0.5 * Math.PI * radius + hanging * spacing;
  const speedUp = (GRAVITY * Math.max(0, load - TABLE_FRICTION * LYING)) / length;
  const thread: Thread = {
    points,
    masses: points.map(() => LINE_DENSITY * spacing),
    tension: points.slice(1).map(([, y], k) => {
      const [behind, before] = [(k + 1) * spacing, radius + hanging * spacing + y];
      if (k >= lying) return LINE_DENSITY * (GRAVITY * before - speedUp * (length - behind));
      const rub = GRAVITY * Math.min(TABLE_FRICTION, load / LYING);
      return LINE_DENSITY * (rub + speedUp) * behind;
    }),
  };
  const scene = threadScene(thread, 2e4, {
    ...more,
    colliders: [
      { box: { center: [-1, -0.1, 0], halfSizes: [1 - 1e-6, 0.1, 1] } },
      { capsule: { from: [0, -radius, -1], to: [0, -radius, 1], radius }, friction: 0 },
    ],
    collision: { thickness: 0, friction: TABLE_FRICTION },
  });
  return { scene, load, length };
}

/**
 * How far the strip slides [m]. What hangs grows as what lies shrinks: with c the surplus at the start and L the whole length,
 * ẍ = g (c + (1 + μ)x)/L, so x = c/(1 + μ) (cosh ωt − 1) with ω² = (1 + μ)g/L.
 */
export function slideOffTable(load: number, length: number, seconds: number): number {
  const surplus = Math.max(0, load - TABLE_FRICTION * LYING);
  const growth = Math.sqrt(((1 + TABLE_FRICTION) * GRAVITY) / length) * seconds;
  return (surplus / (1 + TABLE_FRICTION)) * (Math.cosh(growth) - 1); // not in a step
}

/** The strip hangs by so much of the overhang that friction holds, for so long [s]. */
const OVERHANGS = [0.9, 1.1];
const SECONDS = 0.5;
const SPACINGS = [0.02, 0.01, 0.005];
/** The methods that move the strip; a step is the spacing divided by this speed [m/s]. */
const METHODS = [
  { name: "Verlet", method: "verlet", speed: 100 },
  { name: "implicit Euler", method: "implicit-euler", speed: 20 },
] as const;

export const TABLE_SETUP: string = `a thread over the edge of a table, a quarter of a smooth rod of ${100 * ROD} cm (${METHODS.map(({ name }) => name).join(", ")}), at ${OVERHANGS.join(" and ")} of the overhang`;

/** What was seen of the table. */
export interface TableEdge {
  readonly verdicts: readonly Verdict[];
  readonly table: Findings["tables"][number];
}

interface Sliding {
  /** On the finest thread [m]. */
  readonly way: number;
  readonly known: number;
  /** On each thread, coarse to fine [%]. */
  readonly errors: readonly number[];
}

export async function measureTable(task: Task): Promise<TableEdge> {
  const spacings = task.isQuick ? SPACINGS.slice(-1) : SPACINGS;
  let held = 0;
  const slides: Sliding[] = [];
  const rows: (string | number)[][] = [];
  const runs = METHODS.flatMap((one, m) => spacings.map((spacing) => ({ ...one, m, spacing })));
  for (const [k, { name, method, speed, m, spacing }] of runs.entries()) {
    const ways: number[] = [];
    let known = 0;
    for (const [n, part] of OVERHANGS.entries()) {
      // in a hurry what must stay is tried on the middle thread
      const links = task.isQuick && n === 0 ? SPACINGS[1] : spacing;
      const timestep = links / speed;
      const { scene, load, length } = tableScene(part, links, { timestep, solver: { method } });
      const simulation = await createSimulation(scene);
      const last = 3 * simulation.particleCount - 2;
      const before = readPositions(simulation)[last];
      const at = (k + n / 2) / runs.length;
      await runSteps(simulation, Math.round(SECONDS / timestep), partOf(task, at, at + 0.5 / runs.length));
      ways.push(before - readPositions(simulation)[last]);
      known = slideOffTable(load, length, SECONDS);
    }
    held = Math.max(held, Math.abs(ways[0]));
    const error = percentError(ways[1], known);
    slides[m] = { way: ways[1], known, errors: [...(slides[m]?.errors ?? []), error] };
    rows.push([`${name}, ${1000 * spacing} mm`, 1000 * ways[1], 1000 * known, error, 1000 * ways[0]]);
  }
  return {
    verdicts: judgeTable(spacings, held, slides),
    table: {
      title: `Table: how far the free end sinks within ${SECONDS} s [mm]`,
      columns: [
        { heading: "thread" },
        { heading: `at ${OVERHANGS[1]}` },
        { heading: "known", isPaper: true },
        { heading: "error [%]", digits: 2 },
        { heading: `at ${OVERHANGS[0]}`, digits: 2 },
      ],
      rows,
      note: `At ${OVERHANGS[1]} and ${OVERHANGS[0]} of the overhang that friction holds; a thread by its method and the length of a link.`,
    },
  };
}

function judgeTable(spacings: readonly number[], held: number, slides: readonly Sliding[]): Verdict[] {
  const range = `μ = ${TABLE_FRICTION}, threads of ${spacings.map((spacing) => 1000 * spacing).join(", ")} mm a link, ${SECONDS} s`;
  const finest = 1000 * spacings[spacings.length - 1];
  return [
    {
      claim: `A strip stays on the table at ${OVERHANGS[0]} of the overhang`,
      range: `${range}, both methods`,
      quantity: `how far it has sunk in ${SECONDS} s, at most [mm]`,
      measured: 1000 * held,
      holds: { atMost: 1 },
      kind: "motion",
      expected: "holds",
      why: `${formatNumber(1000 * held, 2)} mm, the stretch of the thread.`,
    },
    ...METHODS.map(({ name }, m): Verdict => {
      const { way, known, errors } = slides[m];
      const cause =
        way < known
          ? "particles have to be lifted over the rod and begin to slide late"
          : "it slides a little too far, for a reason that we do not know";
      const others =
        errors.length > 1
          ? ` With links of ${spacings.map((spacing) => 1000 * spacing).join(", ")} mm the error is ${errors.map((error) => formatNumber(error, 2)).join(", ")} %.`
          : "";
      return {
        claim: `At ${OVERHANGS[1]} of the overhang it slides off as fast as its weight says (${name})`,
        range: `${range}; judged at ${finest} mm`,
        quantity: `error of its way in ${SECONDS} s, finest thread [%]`,
        measured: Math.abs(percentError(way, known)),
        holds: { atMost: 5 },
        differs: { atMost: 25 },
        kind: "motion",
        expected: "holds",
        why: `It has sunk ${formatNumber(1000 * way)} mm where its weight says ${formatNumber(1000 * known)}, with links of ${finest} mm: ${cause}.${others}`,
      };
    }),
  ];
}
