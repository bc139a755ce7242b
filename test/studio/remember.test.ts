import fc from "fast-check";
import { expect, test } from "vitest";
import { remember } from "../../studio/src/page/remember.ts";

const { readPreferences, readWork } = await import("../../studio/src/page/visit.ts");

const asNumber = (stored: unknown): number | undefined => (typeof stored === "number" ? stored : undefined);

test("what is written is read again, by the same name and version alone", () => {
  const store = new Map<string, string>();
  const open = () => ({
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, text: string) => void store.set(key, text),
  });
  remember("size", 1, asNumber, open).write(7);
  expect(remember("size", 1, asNumber, open).read()).toBe(7);
  expect(remember("size", 2, asNumber, open).read()).toBeUndefined();
  for (const text of ["", "{", '"7"', "null", "[7]"]) {
    store.set("drape-studio.size.1", text);
    expect(remember("size", 1, asNumber, open).read()).toBeUndefined();
  }
});

test("without storage, or with a full one, nothing is remembered and nothing breaks", () => {
  const none = remember("size", 1, asNumber, () => {
    throw new Error("access denied");
  });
  none.write(1);
  expect(none.read()).toBeUndefined();
});

const WORK = {
  scene: "flag",
  wind: { on: true, speed: 4, heading: 0, rise: 0, density: 1, gusts: 0 },
  edits: { pins: [3], cuts: [[1, 2]] },
};

test("work with a part that is not what it should be is no work", () => {
  expect(readWork(WORK)).toEqual(WORK);
  for (const wrong of [
    { scene: 3 },
    { wind: { ...WORK.wind, speed: null } },
    { edits: { pins: [-1], cuts: [] } },
    { edits: { pins: [0.5], cuts: [] } },
    { edits: { pins: [], cuts: [[1, 2, 3]] } },
    { edits: { pins: "all", cuts: [] } },
  ]) {
    expect(readWork({ ...WORK, ...wrong })).toBeUndefined();
  }
  fc.assert(fc.property(fc.jsonValue(), (value) => readWork(value) === undefined));
});

test("preferences keep what is known of them and drop the rest, whatever it is", () => {
  expect(readPreferences({ tool: "pin", speed: 0.2, readout: false, colour: "red" })).toEqual({
    tool: "pin",
    speed: 0.2,
    readout: false,
  });
  expect(readPreferences({ tool: "axe", speed: 40, readout: "no" })).toEqual({});
  fc.assert(fc.property(fc.jsonValue(), (value) => typeof readPreferences(value) === "object"));
});
