import { type BodySurface, computeNormals, type Metrics, type Profile, type Simulation } from "drape";
import { compileNormals } from "drape/surface";
import type { TimelineView } from "../inside/recorder.ts";
import type { SightSource } from "../inside/sight-source.ts";
import type { MovingSurface, Post, Topology } from "../protocol.ts";
import { clothOfVertices } from "./cloth-ranges.ts";
import type { FigureSkin } from "./figure-skin.ts";
import { createFramePool } from "./frame-pool.ts";
import { createInspections } from "./inspections.ts";

/** What the worker shows of its simulation: topology at first and after a cut, frames as buffers come home, and stats. */
export interface Reports {
  /**
   * Starts over with another simulation, of whose start these are the metrics; `loaded`: of another scene, now at its start; `inspected`: it
   * has something to run into.
   */
  begin(simulation: Simulation, start: Metrics, keptState: boolean, loaded: SceneSkins | undefined, inspected: boolean): void;
  giveBack(positions: Float32Array, normals: Float32Array): void;
  /** Sends the present state, or as soon as the page has returned a buffer. */
  sendFrame(playing?: boolean): void;
  /** The same, but not oftener than a screen can use; `now` [s]. */
  offerFrame(now: number): void;
  sendStats(profile: Profile, longest: number, ratio: number, playing: boolean, timeline: TimelineView): void;
}

/** What the page is to know of a scene that its simulation does not tell. */
export interface SceneSkins {
  readonly skins: readonly FigureSkin[];
}

/** Time between two frames at least [s]. */
const FRAME_INTERVAL = 0.006;

/** What of a topology comes only after a load. */
type LoadedParts = Pick<Topology, "start" | "surfaces" | "skins">;

function describeLoaded(simulation: Simulation, { skins }: SceneSkins): LoadedParts {
  const start = new Float32Array(3 * simulation.particleCount);
  simulation.readPositions(start);
  return { start, surfaces: simulation.bodies.list.map(describeSurface), skins };
}

/** Functions do not travel. */
function describeSurface({ surface }: Simulation["bodies"]["list"][number]): BodySurface | null {
  return surface === undefined ? null : { positions: surface.positions, triangles: surface.triangles };
}

/** The animated bodies as they are now; the skins of figures are drawn from their bones. */
function readSurfaces(simulation: Simulation, count: number): { surfaces?: MovingSurface[] } {
  const surfaces: MovingSurface[] = [];
  simulation.bodies.list.slice(0, count).forEach(({ surface }, collider) => {
    if (surface?.place === undefined) return;
    const positions = new Float32Array(surface.positions.length);
    simulation.bodies.readSurface(collider, positions);
    surfaces.push({ collider, positions });
  });
  return surfaces.length === 0 ? {} : { surfaces };
}

export function createReports(post: Post, inside: SightSource): Reports {
  const pool = createFramePool();
  const inspections = createInspections();
  let simulation: Simulation | undefined;
  let compute = computeNormals;
  compileNormals().then((compiled) => {
    compute = compiled;
  });
  let shownTriangles: Uint32Array | undefined;
  let startEnergy = 0;
  let startGravitational = 0;
  let bodyCount = 0;
  let revision = 0;
  let due = false;
  let sentAt = 0;

  function sendFrame(playing = false): void {
    due = true;
    if (simulation === undefined) return;
    if (simulation.triangles !== shownTriangles) sendTopology(simulation, true, true);
    const buffers = pool.take();
    if (buffers === undefined) return;
    const { positions, normals } = buffers;
    simulation.readPositions(positions);
    compute(positions, simulation.triangles, normals);
    const poses = new Float32Array(12 * simulation.bodies.list.length);
    simulation.bodies.readPoses(poses);
    const { sights, transfer } = inside.take(playing);
    const { time, steps } = simulation;
    const { ball } = simulation.bodies;
    const shown = ball === undefined ? {} : { ball: [...ball.position, ball.radius] as const };
    const moving = readSurfaces(simulation, bodyCount);
    const frame = { revision, time, steps, positions, normals, poses, ...shown, ...moving, ...sights };
    post({ type: "state", frame }, [positions.buffer, normals.buffer, ...transfer]);
    due = false;
    sentAt = performance.now() / 1000;
  }

  function sendTopology(shown: Simulation, keptState: boolean, recut: boolean, loaded: LoadedParts = {}): void {
    revision++;
    shownTriangles = shown.triangles;
    const { particleCount, method, options, timestep, seed } = shown;
    pool.resize(particleCount);
    const triangles = shown.triangles.slice();
    const uv = shown.uv.slice();
    const engine = { particleCount, method, options, timestep, seed };
    const topology: Topology = {
      ...engine,
      revision,
      triangles,
      uv,
      cloths: clothOfVertices(shown.origin, shown.cloths),
      keptState,
      recut,
      ...loaded,
    };
    post({ type: "topology", topology }, [triangles.buffer, uv.buffer]);
  }

  return {
    begin(next, { kinetic, elastic, gravitational }, keptState, loaded, inspected) {
      simulation = next;
      inside.begin(next);
      inspections.begin(next, inspected);
      startEnergy = kinetic + elastic + gravitational;
      startGravitational = gravitational;
      if (loaded !== undefined) bodyCount = loaded.skins[0]?.firstBone ?? next.bodies.list.length;
      sendTopology(next, keptState, false, loaded === undefined ? {} : describeLoaded(next, loaded));
      sendFrame();
    },
    giveBack(positions, normals) {
      pool.giveBack(positions, normals);
      if (due) sendFrame();
    },
    sendFrame,
    offerFrame(now) {
      due = true;
      if (now - sentAt >= FRAME_INTERVAL) sendFrame(true);
    },
    sendStats(profile, longest, ratio, playing, timeline) {
      if (simulation === undefined) return;
      const { steps } = simulation;
      const inspection = inspections.latest(performance.now() / 1000, playing);
      const numbers = { metrics: simulation.view.measure(), ...(inspection === undefined ? {} : { inspection }) };
      const since = { startEnergy, startGravitational, timeline };
      post({ type: "stats", stats: { ...numbers, ...since, profile, longest, ratio, steps, hash: simulation.hash() } });
    },
  };
}
