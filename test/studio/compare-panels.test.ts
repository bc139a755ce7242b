import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ComparedName } from "../../studio/src/page/link.ts";

const { METHODS, parseScene } = await import("../../src/index.ts");
const { listChoices, nextName, planSteps, readPanels } = await import("../../studio/src/compare/panels.ts");
const { chooseReference } = await import("../../studio/src/compare/reference.ts");
const { parseLink } = await import("../../studio/src/page/link.ts");
await (await import("../../studio/src/engine.ts")).fetchEngine();

const own = { method: "implicit-euler", tolerance: 0.001 };
const SOURCE = { variants: [], first: [], own, chosen: own, timestep: 0.01 };
const compared = (text: string): readonly ComparedName[] => parseLink(`#compare=${text}`).compare ?? [];
const readScene = (name: string) => parseScene(JSON.parse(readFileSync(`scenes/${name}.json`, "utf8")));

test("panels take the scene's options and those of the link on top, and say so in their titles", () => {
  const { panels, complaint } = readPanels(compared("implicit-euler,bdf2,gauss-seidel:sweeps=4:timestep=0.002,reference"), SOURCE);
  expect(complaint).toBe("");
  expect(panels.map(({ title }) => title)).toEqual([
    "Implicit Euler",
    METHODS.find(({ name }) => name === "bdf2")?.title,
    `${METHODS.find(({ name }) => name === "gauss-seidel")?.title}, sweeps 4, timestep 0.002 s`,
    "Reference",
  ]);
  expect(panels.map(({ solver }) => solver)).toMatchObject([own, { method: "bdf2" }, { sweeps: 4 }, {}]);
  expect(panels.map(({ timestep, isReference }) => [timestep, isReference])).toEqual([
    [0.01, false],
    [0.01, false],
    [0.002, false],
    [0.01, true],
  ]);
});

test("the method of the single view is compared as it was set there", () => {
  const chosen = { method: "gauss-seidel", sweeps: 7 };
  const { panels } = readPanels(compared("gauss-seidel,implicit-euler"), { ...SOURCE, chosen });
  expect(panels.map(({ solver }) => solver)).toEqual([chosen, own]);
});

test("unknown methods, options, values and more than four panels are told, and two panels are always there", () => {
  const long = "x".repeat(60);
  const { panels, complaint } = readPanels(compared(`${long},bdf2:colour=red:jacobian=none`), SOURCE);
  expect(panels.map(({ compared: { name } }) => name)).toEqual(["bdf2", "implicit-euler"]);
  expect(complaint).toContain(`There is no method called "${"x".repeat(40)}…" to compare`);
  expect(complaint).toContain("bdf2:colour=red, bdf2:jacobian=none");
  const many = readPanels(compared("rk4,verlet,bdf2,paid,theta"), SOURCE);
  expect(many.panels.length).toBe(4);
  expect(many.complaint).toBe("Left out of the comparison, because it fits nothing here: theta.");
});

test("a link that names nothing shows what the scene proposes, two of its variants, or two usual methods", () => {
  const { variants, compare } = readScene("kim-fig4");
  const source = { ...SOURCE, variants, first: compare };
  const { panels } = readPanels([], source);
  expect(panels.map(({ compared: { name } }) => name)).toEqual(["a", "d", "g", "i"]);
  expect(panels.map(({ title }) => title.slice(0, 7))).toEqual(["(a) Kim", "(d) Cho", "(g) Kan", "(i) Des"]);
  expect(panels[0].solver).toEqual({ method: "gauss-seidel", sweeps: 1 });
  expect(readPanels([], { ...source, first: [] }).panels.map(({ compared: { name } }) => name)).toEqual(["a", "b"]);
  expect(readPanels([], SOURCE).panels.map(({ compared: { name } }) => name)).toEqual(["implicit-euler", "gauss-seidel"]);
  expect(nextName(panels, source)).toBe("b");
  expect(nextName(readPanels([], SOURCE).panels, SOURCE)).toBe("block-jacobi");
});

test("variants, methods and the reference are offered, each name once", () => {
  const names = listChoices(readScene("flag-pole").variants).flatMap(({ choices }) => choices.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(["clamped", "implicit-euler", "newton-midpoint", "reference"]));
});

test("all panels reach each tick after whole steps, none longer than was asked for", () => {
  const { panels } = readPanels(compared("rk4:timestep=0.0003,verlet:timestep=0.005,bdf2,reference"), SOURCE);
  const { tick, stepsPerTick } = planSteps(panels, 0.01);
  expect(tick).toBe(0.01);
  expect(stepsPerTick).toEqual([34, 2, 1, 1]);
  const { panels: coarse } = readPanels(compared("rk4:timestep=0.1,bdf2"), SOURCE);
  expect(planSteps(coarse, 0.01)).toEqual({ tick: 0.1, stepsPerTick: [1, 10] });
  expect(planSteps(readPanels(compared("reference,reference"), SOURCE).panels, 0.02).tick).toBe(0.02);
});

test("the reference is the converged midpoint rule, and BDF2 where cloth meets something", () => {
  expect(chooseReference(readScene("hanging-sheet")).solver.method).toBe("newton-midpoint");
  expect(chooseReference(readScene("tablecloth")).solver.method).toBe("bdf2");
  expect(chooseReference(readScene("towel")).solver.method).toBe("bdf2");
  expect(chooseReference(readScene("kim-fig4")).stepsPerTick).toBe(8);
});
