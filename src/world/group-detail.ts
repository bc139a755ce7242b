import { InputError } from "../core/errors.ts";
import { owedTime } from "../core/update-options.ts";
import { createGrid } from "../mesh/grid.ts";
import { textureCoordinates } from "../mesh/texture-coordinates.ts";
import { SCENE_DEFAULTS } from "../scene/scene-defaults.ts";
import type { SceneInput } from "../scene/scene-input.ts";
import type { Run } from "../sim/run.ts";
import { setClock } from "../sim/set-clock.ts";
import type { WorldClock } from "./clock.ts";
import type { CoarseGrid } from "./coarse-grid.ts";
import type { Fade } from "./fade.ts";
import type { Group, GroupSetup } from "./group.ts";
import { createHolds, type Holds } from "./holds.ts";
import { coarseGridOf, coarsen, readDetail } from "./read-detail.ts";
import type { ToldOfCloth } from "./told.ts";
import type { PartMesh } from "./whole-mesh.ts";

/** How finely the cloths of a group are simulated, and what is shown of them: all vertices, whatever stands behind them. */
export interface GroupDetail {
  /** One step is taken where others take so many. */
  readonly steps: number;
  /** The cloths as they are simulated, and settings in place of the world's. */
  readonly inputs: NonNullable<SceneInput["cloths"]>;
  readonly settings: Pick<SceneInput, "timestep">;
  /** The coarse grids, and what is held on them; undefined where all vertices are simulated. */
  readonly parts: readonly (CoarsePart | undefined)[];
  /** The coarse vertex that stands for one. */
  vertexOf(part: number, vertex: number): number;
  /** The mesh that is shown, and room for the positions of the coarse one. */
  meshOf(part: number): PartMesh | undefined;
  roomOf(part: number): Float32Array | undefined;
  /** From the positions in that room, or of all vertices, to what is shown. */
  show(run: Run, part: number, positions: Float32Array): void;
  /** What was shown before fades away from now on. */
  fade(part: number, fade: Fade | undefined): void;
  note(part: number, told: ToldOfCloth): void;
  /** The time [s] that a run has to take in, to be where the world is after so many seconds. */
  pace(run: Run, clock: WorldClock, seconds: number, maxSteps: number): number;
  /** Whether a whole step of the run ends with the next of the world. */
  isDue(run: Run, clock: WorldClock): boolean;
  /** Begins at the world's time: groups with long steps take them in turns. */
  begin(run: Run, clock: WorldClock): void;
  /** Refuses a cut of vertices that are not there. */
  refuseCut(part: number): void;
  /** Nothing fades, and nothing is held but by the scene. */
  forget(): void;
}

interface CoarsePart {
  readonly grid: CoarseGrid;
  readonly mesh: PartMesh;
  readonly room: Float32Array;
  readonly holds: Holds;
}

/** A step counts as due when less than this part of it is missing. */
const SLACK = 1e-6;

/** `former` are the groups that there are: a cloth that was cut keeps its vertices. */
export function planDetail({ cloths, description: { settings }, options }: GroupSetup, former: readonly Group[]): GroupDetail {
  const details = cloths.map(({ id, input }) => readDetail(input.detail, `cloths#${id}.detail`));
  const grids = cloths.map(({ input }, n) => (options.together ? undefined : coarseGridOf(input, details[n].vertices)));
  const isNamed = (n: number): boolean => typeof cloths[n].input.detail === "string";
  const ways = details.map((detail, n) => (options.together || (isNamed(n) && grids[n] === undefined) ? 1 : detail.steps));
  const steps = Math.min(...ways);
  for (const [n, { id }] of cloths.entries()) if (grids[n] !== undefined) refuseWhereCut(id, former);
  const inputs = cloths.map(({ id, input }, n) => {
    const { withTangents: _, detail: __, ...own } = input;
    const grid = grids[n];
    return grid === undefined ? own : coarsen(own, grid, `cloths#${id}`);
  });
  const parts = cloths.map(({ input }, n): CoarsePart | undefined => {
    const grid = grids[n];
    return grid && { grid, mesh: meshOf(input), room: new Float32Array(3 * grid.home.length), holds: createHolds() };
  });
  const fades: (Fade | undefined)[] = cloths.map(() => undefined);
  const timestep = (settings.timestep ?? SCENE_DEFAULTS.timestep) * steps;
  const phase = cloths[0].id % steps;

  return {
    steps,
    inputs,
    settings: steps === 1 ? {} : { timestep },
    parts,
    vertexOf: (part, vertex) => parts[part]?.grid.nearest[vertex] ?? vertex,
    meshOf: (part) => parts[part]?.mesh,
    roomOf: (part) => parts[part]?.room,
    show(run, part, positions) {
      const coarse = parts[part];
      if (coarse !== undefined) coarse.grid.spread(coarse.room, positions);
      if (fades[part]?.add(timeOf(run), positions) === false) fades[part] = undefined;
    },
    fade(part, fade) {
      fades[part] = fade;
    },
    note: (part, told) => parts[part]?.holds.note(told),
    pace(run, clock, seconds, maxSteps) {
      return clock.time + owedTime(clock.owed, seconds, maxSteps, clock.timestep) - timeOf(run);
    },
    isDue: ({ rig: { state } }, clock) => state.time + timestep <= clock.time + (1 + SLACK) * clock.timestep,
    begin(run, clock) {
      const { time, owed, isWhole } = clock;
      setClock(run, { time: time + phase * clock.timestep, steps: clock.steps, owed: owed - phase * clock.timestep, isWhole });
    },
    refuseCut(part) {
      if (parts[part] === undefined) return;
      const { detail } = cloths[part].input;
      throw new InputError(
        "cloth",
        `detail ${JSON.stringify(detail)}, of fewer vertices than are shown`,
        'await set({ detail: "full" }) before the cut',
      );
    },
    forget() {
      fades.fill(undefined);
      for (const part of parts) part?.holds.forget();
    },
  };
}

/** The time of a run, with what it has taken in and not yet stepped [s]. */
export function timeOf(run: Run): number {
  return run.rig.state.time + run.owed;
}

function refuseWhereCut(id: number, former: readonly Group[]): void {
  const group = former.find(({ ids }) => ids.includes(id));
  if (group === undefined) return;
  const { revision } = group.run.rig;
  const { start, end } = revision.cloth.parts[group.ids.indexOf(id)];
  const count = revision.origin.reduce((sum, vertex) => sum + (vertex >= start && vertex < end ? 1 : 0), 0);
  if (revision.edits.length === 0 || (count === end - start && group.ids.length > 1)) return;
  throw new InputError(`cloths#${id}.detail`, "a cloth that was cut", "it keeps its vertices: give { steps } alone");
}

/** The mesh of a whole grid. */
function meshOf({ grid }: GroupSetup["cloths"][number]["input"]): PartMesh {
  const { columns, rows, width, height } = grid as NonNullable<typeof grid>;
  const surface = createGrid({ columns, rows, width, height: height ?? width });
  const vertexCount = columns * rows;
  const origin = Uint32Array.from({ length: vertexCount }, (_, vertex) => vertex);
  return { vertices: undefined, vertexCount, triangles: surface.triangles, uv: textureCoordinates(surface), origin };
}
