import { describe, expect, test } from "vitest";
import { VERSION } from "../../src/core/version.ts";
import { createSimulation } from "../../src/index.ts";
import { parseObj } from "../../src/mesh/obj.ts";
import { formatMetricsRow, METRICS_COLUMNS } from "../../src/output/metrics-csv.ts";
import { formatObj } from "../../src/output/obj-writer.ts";
import { describeRun, runInfo } from "../../src/output/run-info.ts";
import { formatState } from "../../src/output/state-json.ts";
import type { Inspection } from "../../src/sim/inspect-state.ts";
import type { Metrics } from "../../src/sim/measure.ts";
import { squareScene } from "../scene/sample-scenes.ts";

describe("formatObj", () => {
  const positions = Float64Array.of(0, 1e-300, 1 / 3, 1, 0, 0, 0, 1, -2.5e10);
  const triangles = Uint32Array.of(0, 1, 2);

  const uv = Float32Array.of(0, 0, 0.1, 0.2, 1, 1);
  const normals = Float32Array.of(0, 0, 1, 0, 1, 0, 1, 0, 0);
  const none = new Float32Array(0);
  const objects = [{ name: "a sheet", triangles }];

  test("is read back without the loss of a bit", () => {
    const surface = parseObj(formatObj({ positions, normals, uv, objects }, ["a", "b"]), "x.obj");
    expect(surface.positions).toEqual(positions);
    expect(surface.triangles).toEqual(triangles);
    expect(surface.uv).toEqual(Float64Array.from(uv));
  });

  test("is these lines", () => {
    const plain = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    const vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    expect(formatObj({ positions: plain, normals: none, uv: none, objects }, ["one"])).toBe(`# one\n${vertices}o a_sheet\nf 1 2 3\n`);
    expect(formatObj({ positions: plain, normals, uv: none, objects }, [])).toBe(
      `${vertices}vn 0 0 1\nvn 0 1 0\nvn 1 0 0\no a_sheet\nf 1//1 2//2 3//3\n`,
    );
    expect(formatObj({ positions: plain, normals, uv, objects }, [])).toContain("\nf 1/1/1 2/2/2 3/3/3\n");
  });

  test("neither a comment nor a name can start a line of its own", () => {
    const hostile = [{ name: "a\nf 3 2 1\u0085\r", triangles }];
    const text = formatObj({ positions, normals: none, uv: none, objects: hostile }, ["scene a\nf 3 2 1\r\nv 0 0 0"]);
    expect(text.split("\n")[0]).toBe("# scene a f 3 2 1 v 0 0 0");
    expect(text.match(/^f /gm)?.length).toBe(1);
    expect(text).toContain("\no a_f_3_2_1_\n");
  });
});

describe("formatMetricsRow", () => {
  const metrics: Metrics = {
    time: 0.1,
    kinetic: 1,
    elastic: 2,
    gravitational: -3,
    strainMean: 0.01,
    strainMax: -0.02,
    contacts: 7,
    iterations: 12,
    residual: 1e-7,
    momentum: [4, 5, 6],
    overstretched: 3,
    angularMomentum: [7, 8, 9],
  };

  const inspection: Inspection = { intersections: 11, maxPenetration: 0.25 };

  test("a value for each column, the layers' empty where there are none", () => {
    const row = formatMetricsRow(metrics, inspection, 1.23456, "");
    expect(row).toBe("0.1,1,2,-3,4,5,6,7,8,9,0.01,-0.02,7,11,0.25,12,1e-7,1.2346,,3,");
    expect(row.split(",").length).toBe(METRICS_COLUMNS.length);
    const layers = formatMetricsRow(metrics, { ...inspection, swappedLayers: 0 }, 1.23456, "");
    expect(layers.split(",")[METRICS_COLUMNS.indexOf("swappedLayers")]).toBe("0");
  });

  test("the run is quoted as CSV wants it", () => {
    expect(formatMetricsRow(metrics, inspection, 0, 'a "b", c')).toMatch(/,"a ""b"", c"$/);
  });
});

test("every output names version, scene, seed, method, options and time step", async () => {
  const simulation = await createSimulation({ ...squareScene(), seed: 42 });
  const info = runInfo(simulation, "my scene.json", 0.01);
  const { options } = simulation;
  expect(info).toMatchObject({
    drape: VERSION,
    scene: "my scene.json",
    seed: 42,
    method: "implicit-euler",
    timestep: 0.01,
  });
  expect(info.options).toEqual(options);
  expect(info.hash).toMatch(/^[0-9a-f]{8}$/);
  const line = describeRun(info);
  for (const [name, value] of Object.entries(options)) expect(line).toContain(`${name}=${value}`);
  expect(line.startsWith(`drape ${VERSION}; scene my scene.json; seed 42; implicit-euler `)).toBe(true);
  expect(line.endsWith("; timestep 0.01 s")).toBe(true);
});

test("a state is JSON with the shortest numbers that read back exactly, and the sign of zeros", async () => {
  const scene = squareScene();
  scene.cloths[0].network.positions[1] = [0.1 + 0.2, -0, 1e-320];
  const simulation = await createSimulation(scene);
  const text = formatState(simulation, runInfo(simulation, "s.json", 0.01));
  expect(text).toContain("[0.30000000000000004,-0,1e-320]");
  const state = JSON.parse(text);
  expect(Object.is(state.positions[1][1], -0)).toBe(true);
  expect([state.time, state.steps]).toEqual([0, 0]);
  expect(state.velocities[0]).toEqual([0, 0, 0]); // a pin's
  expect(state.velocities[3]).toEqual([0, -0.2, 0.3]);
});
