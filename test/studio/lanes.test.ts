import { expect, test } from "vitest";
import type { SceneInput } from "../../src/index.ts";
import type { Lane } from "../../studio/src/compare/lane.ts";

const { parseScene } = await import("../../src/index.ts");
const { createLanes } = await import("../../studio/src/compare/lanes.ts");
const { planSteps, readPanels } = await import("../../studio/src/compare/panels.ts");
const { parseLink } = await import("../../studio/src/page/link.ts");
await (await import("../../studio/src/engine.ts")).fetchEngine();

const input: SceneInput = {
  drape: 1,
  timestep: 0.01,
  cloths: [{ grid: { columns: 3, rows: 3, width: 1, height: 1 } }],
};
const given = { input, scene: parseScene(input), meshes: {} };
const own = { method: "implicit-euler" };

/** Lanes whose workers note what they are to simulate. */
function makeLanes() {
  const made: (Pick<Lane, "load" | "close"> & { asked?: Parameters<Lane["load"]>; open: boolean })[] = [];
  const lanes = createLanes(() => {
    const lane: (typeof made)[number] = {
      open: true,
      load: (...asked) => {
        lane.asked = asked;
      },
      close: () => {
        lane.open = false;
      },
    };
    made.push(lane);
    return lane as unknown as Lane;
  });
  const load = (names: string, wantsReference: boolean): void => {
    const compared = parseLink(`#compare=${names}`).compare ?? [];
    const { panels } = readPanels(compared, { variants: [], first: [], own, chosen: own, timestep: 0.01 });
    lanes.load(given, panels, planSteps(panels, 0.01), wantsReference);
  };
  return { lanes, load, made, open: () => made.filter((lane) => lane.open).length };
}

test("each panel has a worker of its own and the reference one more, all with steps that make a tick", () => {
  const { lanes, load, made, open } = makeLanes();
  load("bdf2,rk4:timestep=0.003,reference", true);
  expect([made.length, open(), lanes.running.length]).toEqual([3, 3, 3]);
  expect(lanes.shown[2]).toBe(lanes.reference);
  const asked = made.map(({ asked }) => [asked?.[0].solver?.method, asked?.[0].timestep, asked?.[2]]);
  expect(asked).toEqual([
    ["bdf2", 0.01, 1],
    ["rk4", 0.0025, 4],
    ["newton-midpoint", 0.00125, 8],
  ]);
});

test("workers are used again, and end when nobody needs them", () => {
  const { lanes, load, made, open } = makeLanes();
  load("bdf2,rk4,verlet", true);
  expect(made.length).toBe(4);
  load("bdf2,theta", true);
  expect([made.length, open()]).toEqual([4, 3]);
  load("bdf2,reference", false);
  expect([made.length, open()]).toEqual([4, 2]);
  lanes.dropReference(); // which is shown, and stays
  expect(open()).toBe(2);
  load("bdf2,theta", true);
  lanes.dropReference();
  expect([lanes.reference, open()]).toEqual([undefined, 2]);
  lanes.close();
  expect([open(), lanes.running.length, lanes.shown.length]).toEqual([0, 0, 0]);
});
