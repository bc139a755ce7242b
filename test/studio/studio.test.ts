import { expect, test, vi } from "vitest";
import type { SceneInput } from "../../src/index.ts";
import type { Command } from "../../studio/src/commands.ts";

const { createStudio } = await import("../../studio/src/studio.ts");
const { CommandError } = await import("../../studio/src/client.ts");

const STATUS = { time: 0, steps: 0, playing: false, hash: 0 };
const input = { drape: 1, cloths: [{ grid: { columns: 3, rows: 3, width: 1, height: 1 } }] } as const;
const SCENES = ["first", "second"].map((name) => ({ name, title: name, description: "", load: async () => input }));

/** A studio whose worker answers at once, or refuses loads and files with what `refusal` holds. */
function make(inputs: readonly unknown[] = [input, input]) {
  const scenes = SCENES.slice(0, inputs.length).map((entry, n) => ({
    ...entry,
    load: async () => inputs[n] as SceneInput,
  }));
  const sent: Command["type"][] = [];
  const worker: { refusal?: Error } = {};
  const send = async (command: Command): Promise<typeof STATUS> => {
    sent.push(command.type);
    if (["load", "matrix-file"].includes(command.type) && worker.refusal !== undefined) throw worker.refusal;
    return STATUS;
  };
  const troubles: (string | undefined)[] = [];
  const adjusted: string[] = [];
  const studio = createStudio({ send }, scenes, true, {
    changed: () => undefined,
    adjusted: (kind) => adjusted.push(kind),
    opening: () => undefined,
    restarted: () => undefined,
    unstable: () => undefined,
    trouble: (sentence) => troubles.push(sentence),
  });
  return { studio, sent, worker, troubles, adjusted };
}

test("what played before an explosion plays again after a reset, or in the next scene", async () => {
  const { studio, sent } = make();
  await studio.open({ scene: "first", options: {} });
  studio.fail(1, 1);
  expect(studio.state).toMatchObject({ failed: true, playing: false });
  studio.reset();
  expect(studio.state).toMatchObject({ failed: false, playing: true });
  expect(sent.slice(-2)).toEqual(["reset", "play"]);
  studio.fail(1, 1);
  await studio.open({ scene: "second", options: {} });
  expect(studio.state).toMatchObject({ failed: false, playing: true });
  expect(sent.slice(-2)).toEqual(["load", "play"]);
});

test("what was paused before an explosion stays paused", async () => {
  const { studio, sent } = make();
  await studio.open({ scene: "first", options: {} });
  await studio.step(1);
  studio.fail(1, 1);
  studio.reset();
  expect(studio.state.playing).toBe(false);
  expect(sent.at(-1)).toBe("reset");
});

test("an explosion of the scene before, heard while the next loads, does not stop the next", async () => {
  const { studio, sent } = make();
  await studio.open({ scene: "first", options: {} });
  const opened = studio.open({ scene: "second", options: {} });
  studio.fail(1, 1);
  await opened;
  expect(studio.state).toMatchObject({ failed: false, playing: true });
  expect(sent.at(-1)).toBe("play");
});

test("a scene that does not load plays nothing; the next one plays again", async () => {
  const { studio, sent, worker, troubles } = make();
  worker.refusal = new CommandError("input", "no good");
  await studio.open({ scene: "first", options: {} });
  expect(studio.state).toMatchObject({ empty: true, playing: false });
  expect(troubles.at(-1)).toBe("no good");
  studio.setPlaying(true);
  studio.reset();
  expect(studio.state.playing).toBe(false);
  expect(sent.at(-1)).toBe("pause");
  delete worker.refusal;
  await studio.open({ scene: "second", options: {} });
  expect(studio.state).toMatchObject({ empty: false, playing: true });
});

test("a command that fails is told as trouble and answers nothing", async () => {
  const { studio, worker, troubles } = make();
  await studio.open({ scene: "first", options: {} });
  expect(await studio.send({ type: "matrix", ordering: "auto", size: 8 })).toEqual(STATUS);
  worker.refusal = new CommandError("unsupported", "verlet has no constant matrix to save");
  expect(await studio.send({ type: "matrix-file" })).toBeUndefined();
  expect(troubles.at(-1)).toBe("verlet has no constant matrix to save");
});

test("a link's unknown scene, method and values are told in sentences", async () => {
  const { studio, troubles } = make();
  await studio.open({ scene: "third", method: "foo", options: { colour: "red" }, ignored: ["timestep=-1"] });
  expect(studio.state).toMatchObject({ entry: { name: "first" }, solver: { method: "auto" }, playing: true });
  expect(troubles.at(-1)).toBe(
    'There is no scene called "third"; here is "first". There is no method called "foo"; the scene\'s own is used, Auto. Left out of the link, because it fits nothing here: timestep=-1, set.colour=red.',
  );
});

test("in a hidden tab nothing plays, whatever is opened or reset there, until it is seen", async () => {
  const { studio, sent } = make();
  studio.setVisible(false);
  await studio.open({ scene: "first", options: {} });
  studio.reset();
  studio.setPlaying(true);
  expect(sent).not.toContain("play");
  expect(studio.state.playing).toBe(true);
  studio.setVisible(true);
  expect(sent.at(-1)).toBe("play");
  studio.setVisible(true);
  studio.setVisible(false);
  expect(sent.slice(-2)).toEqual(["play", "pause"]);
});

test("a fabric is in the state and in the link; what a link says in vain is told", async () => {
  vi.stubGlobal("history", { replaceState: vi.fn() });
  const { studio, sent, troubles } = make();
  await studio.open({ scene: "first", options: {}, fabric: { "": "tweed", bending: "1e-5" } });
  expect(studio.state.fabrics).toEqual([{ base: "cotton", values: { bending: 1e-5 } }]);
  expect(troubles.at(-1)).toContain("fabric=tweed");
  studio.setFabric(undefined, { base: "silk", values: {} });
  await vi.waitFor(() => expect(sent.at(-1)).toBe("set-solver"));
  expect(vi.mocked(history.replaceState).mock.calls.at(-1)?.[2]).toBe("#scene=first&method=auto&fabric=silk");
  vi.unstubAllGlobals();
});

test("a scene that does not parse leaves nothing to play, and a sentence", async () => {
  const { studio, sent, troubles } = make([{ drape: 1, cloths: 7 }]);
  await studio.open({ options: {} });
  expect(studio.state).toMatchObject({ empty: true, playing: false });
  expect(troubles.at(-1)).toMatch(/^cloths: got 7; /);
  expect(sent).toEqual(["pause"]);
});

test("settings that change are told as they were, and are put back without being told", async () => {
  vi.stubGlobal("history", { replaceState: () => undefined }); // the page's address
  const { studio, sent, adjusted } = make();
  await studio.open({ scene: "first", options: {} });
  const before = studio.settings();
  studio.chooseMethod("bdf2");
  studio.setWind({ ...studio.state.wind, on: true });
  expect(adjusted).toEqual(["method", "wind"]);
  await studio.applySettings(before);
  expect(studio.settings()).toEqual(before);
  expect(adjusted).toHaveLength(2);
  expect(sent.filter((type) => type === "set-wind")).toHaveLength(2);
});

test("the way back to an earlier state ends an explosion", async () => {
  const { studio, sent } = make();
  await studio.open({ scene: "first", options: {} });
  studio.fail(1, 1);
  await studio.goBack(1, 2);
  expect(studio.state).toMatchObject({ failed: false, playing: true });
  expect(sent.slice(-2)).toEqual(["return", "play"]);
});
