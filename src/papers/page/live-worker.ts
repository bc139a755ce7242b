import type { Gauge } from "../experiment.ts";
import type { LiveFrame, LiveNews, LiveOrder } from "./live-messages.ts";
import { createLiveRun, type LiveRun } from "./live-run.ts";

/** The runs of one experiment, in step with each other, beside the page. */

/** Pictures a second at most. */
const RATE = 30;

let runs: readonly LiveRun[] = [];
let gauges: readonly Gauge[] = [];
/** When the last picture was begun. */
let began = 0;
/** The triangles of each run as the page knows them. */
const known: (Uint32Array | undefined)[] = [];

function tell(news: LiveNews, transfer: Transferable[] = []): void {
  postMessage(news, { transfer });
}

function tellShapes(run: LiveRun, n: number): void {
  const { content, camera } = run.picture();
  known[n] = run.simulation.triangles;
  const lines = (content.lines ?? []).map(({ colour }) => ({ colour }));
  const shapes = [
    ...content.surfaces.map(({ triangles, colour, back }) => ({
      triangles: triangles.slice(),
      colour: colour as readonly [number, number, number],
      ...(back === undefined ? {} : { back }),
    })),
    ...lines,
  ];
  tell({ kind: "shapes", run: n, shapes, camera, ...(content.floor === undefined ? {} : { floor: content.floor }) });
}

function tellFrame(): void {
  for (const [n, run] of runs.entries()) if (known[n] !== run.simulation.triangles) tellShapes(run, n);
  const positions = runs.map((run) => {
    const { surfaces, lines = [] } = run.picture().content;
    return [...surfaces.map((one) => Float32Array.from(one.positions)), ...lines.map(({ segments }) => Float32Array.from(segments))];
  });
  const [first, beside] = runs;
  const { time, timestep } = first.simulation;
  const numbers = Object.fromEntries(gauges.map((gauge) => [gauge, first.read(gauge, beside)]));
  const steps = Math.round(time / timestep);
  const lostAt = runs.map((run) => run.lostAt);
  const isDone = steps >= first.steps || lostAt[0] > 0;
  const frame: LiveFrame = { kind: "frame", positions, time, steps, numbers, lostAt, isDone };
  tell(
    frame,
    positions.flatMap((of) => of.map(({ buffer }) => buffer)),
  );
}

function goOn(): void {
  began = performance.now();
  try {
    for (const run of runs) run.advance();
    tellFrame();
  } catch (error) {
    tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}

async function start(order: Extract<LiveOrder, { kind: "start" }>): Promise<void> {
  try {
    runs = await Promise.all(order.scenes.map(createLiveRun));
    gauges = order.gauges;
    tellFrame();
  } catch (error) {
    tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}

addEventListener("message", ({ data }: MessageEvent<LiveOrder>) => {
  if (data.kind === "start") void start(data);
  else setTimeout(goOn, Math.max(0, 1000 / RATE - (performance.now() - began)));
});
