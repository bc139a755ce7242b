import fc from "fast-check";
import { expect, test } from "vitest";
import { FABRIC_FIELDS, FABRICS, parseScene, type SceneInput } from "../../src/index.ts";

const { fabricNumbers, ownFabrics, readLinkedFabrics, sceneSurface, withFabrics, withNumber, writeFabrics } = await import(
  "../../studio/src/fabric/fabric-choice.ts"
);

const grid = { columns: 3, rows: 3, width: 1, height: 1 };
const network = { positions: [[0, 0, 0]], masses: 1, springs: [] };
const SCENE: SceneInput = {
  drape: 1,
  cloths: [
    { grid },
    { grid, fabric: "silk" },
    { grid, fabric: { name: "sail", base: "canvas", density: 0.5 } },
    { network },
    { grid, springs: { stretch: 1, shear: 1, bend: 1 } },
  ],
};
const OWN = [
  { base: "cotton", values: {} },
  { base: "silk", values: {} },
  { base: "canvas", values: { density: 0.5 } },
  undefined,
  undefined,
];

test("a scene's cloths have a preset and what differs from it; networks and raw springs have none", () => {
  expect(ownFabrics(SCENE)).toEqual(OWN);
  expect(ownFabrics({ drape: 1, cloths: 3 } as never)).toEqual([]);
});

test("fabrics are put into the scene as its format has them, and nowhere else", () => {
  const worn = withFabrics(SCENE, readLinkedFabrics({ "": "denim", density: "0.3" }, OWN).fabrics);
  const fabrics = parseScene(worn).cloths.map(({ fabric }) => [fabric.density, fabric.bending]);
  expect(fabrics.slice(0, 3)).toEqual([0, 1, 2].map(() => [0.3, 5.1e-5]));
  expect(worn.cloths.slice(3)).toEqual(SCENE.cloths.slice(3));
});

test("a link speaks of all cloths or of one; what fits nothing is listed as it was written", () => {
  const texts = {
    "": "wool",
    "2": "denim",
    "2.density": "0.5",
    "4": "silk",
    "9.shear": "1",
    bending: "-1",
    colour: "red",
  };
  const { fabrics, ignored } = readLinkedFabrics(texts, OWN);
  expect(fabrics.slice(0, 3)).toEqual([
    { base: "wool", values: {} },
    { base: "denim", values: { density: 0.5 } },
    { base: "wool", values: {} },
  ]);
  expect([...ignored].sort()).toEqual(["fabric.4=silk", "fabric.9.shear=1", "fabric.bending=-1", "fabric.colour=red"]);
  expect(readLinkedFabrics({ "": "tweed" }, OWN)).toEqual({ fabrics: OWN, ignored: ["fabric=tweed"] });
});

test("whatever is chosen survives being written and read", () => {
  const number = ({ name, min, max }: (typeof FABRIC_FIELDS)[number]) =>
    fc.tuple(fc.constant(name), fc.double({ min: Math.max(min, 1e-6), max, noNaN: true }));
  const choice = fc
    .tuple(fc.constantFrom(...FABRICS.map(({ name }) => name)), fc.array(fc.oneof(...FABRIC_FIELDS.map(number)), { maxLength: 3 }))
    .map(([base, changes]) => changes.reduce((made, [name, value]) => withNumber(made, name, value), { base, values: {} }));
  const choices = fc.tuple(choice, choice, choice, fc.constant(undefined), fc.constant(undefined));
  fc.assert(
    fc.property(choices, fc.boolean(), (made, alike) => {
      const worn = alike ? made.map((one) => one && made[0]) : made;
      expect(readLinkedFabrics(writeFabrics(worn, OWN), OWN)).toEqual({ fabrics: worn, ignored: [] });
    }),
  );
  expect(writeFabrics(OWN, OWN)).toEqual({});
});

test("the shear modulus gives way to the stiffnesses, so that no slider makes an impossible fabric", () => {
  const field = fc.constantFrom(...FABRIC_FIELDS);
  const change = field.chain(({ name, min, max }) => fc.tuple(fc.constant(name), fc.double({ min, max, noNaN: true })));
  fc.assert(
    fc.property(fc.constantFrom(...FABRICS), fc.array(change, { maxLength: 6 }), ({ name: base }, changes) => {
      const made = changes.reduce((choice, [name, value]) => withNumber(choice, name, value), { base, values: {} });
      expect(() => parseScene(withFabrics({ drape: 1, cloths: [{ grid }] }, [made]))).not.toThrow();
      const { shear, stretchWarp, stretchWeft } = fabricNumbers(made);
      expect(shear).toBeLessThan(Math.min(stretchWarp, stretchWeft));
    }),
  );
});

test("friction and thickness are those that act: what is set, else what the scene writes, else the preset's", () => {
  const silk = FABRICS.find(({ name }) => name === "silk");
  const surface = sceneSurface({ drape: 1, cloths: [], collision: { self: true, thickness: 0.004 } } as never);
  expect(surface).toEqual({ thickness: 0.004 });
  expect(sceneSurface(undefined)).toEqual({});
  expect(fabricNumbers({ base: "silk", values: {} }, surface)).toMatchObject({ thickness: 0.004, friction: silk?.friction });
  const moved = withNumber(withNumber({ base: "silk", values: {} }, "thickness", 0.001), "friction", 0.9);
  expect(fabricNumbers(moved, surface)).toMatchObject({ thickness: 0.001, friction: 0.9 });
  const scene = withFabrics({ drape: 1, collision: { thickness: 0.004 }, cloths: [{ grid: { columns: 2, rows: 2, width: 1 } }] } as never, [
    moved,
  ]);
  expect(parseScene(scene).cloths[0]).toMatchObject({ thickness: 0.001, friction: 0.9 });
});
