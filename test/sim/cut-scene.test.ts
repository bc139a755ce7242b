import { describe, expect, it } from "vitest";
import { createSimulation, InputError } from "../../src/index.ts";
import { readState } from "../methods/run-scene.ts";
import { column, path, place, run, sheet } from "./cut-sheet.ts";

describe("cuts of the scene", () => {
  const events = [
    { at: 0.02, cut: path(21, 22, 23, 24, 25, 26, 27) },
    { at: 0.008, cut: column(3, 7) },
    { at: 0.02, cut: [...column(3, 7), [8, 15]] },
  ];

  it("come at the first step that begins then, in order of time, and each edge once", async () => {
    const simulation = await createSimulation(sheet("verlet", 7, {}, { events }));
    const counts = Array.from({ length: 8 }, () => {
      simulation.step();
      return simulation.particleCount;
    });
    // 7 copies; then the row: 5 more off the column, and 2 of the vertex where they cross; the edge inside does not open
    expect(counts).toEqual([49, 49, 56, 56, 56, 64, 64, 64]);
    expect(simulation.origin.filter((i) => i === 24)).toHaveLength(4);
  });

  it("count vertices through all cloths and cut each alone", async () => {
    const scene = sheet("verlet", 7, {}, { events: [{ at: 0, cut: path(3 + 49, 10 + 49) }] });
    scene.cloths.push({ ...scene.cloths[0], velocity: [1, 0, 0] });
    const simulation = run(await createSimulation(scene), 1);
    expect([...simulation.origin.subarray(98)]).toEqual([52]);
    const { v } = readState(simulation);
    expect(v[3 * 98]).toBeGreaterThan(0.9);
  });

  it("may come with a release", async () => {
    const both = { at: 0.01, cut: column(3, 7), release: [0] };
    const simulation = await createSimulation(sheet("verlet", 7, { pins: [0] }, { events: [both] }));
    run(simulation, 3);
    expect([place(simulation, 0)[1], simulation.revision]).toEqual([0, 0]);
    run(simulation, 10);
    expect(place(simulation, 0)[1]).toBeLessThan(0);
    expect(simulation.revision).toBe(1);
  });

  it.each([
    [
      "that is no edge",
      {
        at: 1,
        cut: [
          [0, 1],
          [0, 2],
        ],
      },
      "events[0].cut[1]: got [0, 2]; give two vertices that an edge of the mesh joins",
    ],
    ["out of range", { at: 1, cut: [[0, 49]] }, "events[0].cut[0]: got [0,49]; use vertices from 0 to 48"],
    ["below zero", { at: 1, cut: [[0, -1]] }, "events[0].cut[0][1]: got -1; give a whole number of at least 0"],
    ["of three vertices", { at: 1, cut: [[0, 1, 2]] }, "events[0].cut[0]: got 3 entries; give 2"],
    ["of one vertex", { at: 1, cut: [0] }, "events[0].cut[0]: got 0; give a list [ … ]"],
    ["that is no list", { at: 1, cut: 3 }, "events[0].cut: got 3; give a list [ … ]"],
    ["without a time", { cut: [[0, 1]] }, "events[0].at: got nothing; give a finite number of at least 0 [s]"],
  ])("refuse an edge %s", async (_, event, message) => {
    const made = createSimulation(sheet("verlet", 7, {}, { events: [event] }));
    await expect(made).rejects.toThrow(InputError);
    await expect(createSimulation(sheet("verlet", 7, {}, { events: [event] }))).rejects.toThrow(message);
  });
});
