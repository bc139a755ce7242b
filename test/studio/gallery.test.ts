import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FEATURED } from "../../studio/src/gallery/featured.ts";
import { groupScenes, matchesQuery, PAPERS } from "../../studio/src/gallery/groups.ts";
import { findNeighbour } from "../../studio/src/gallery/neighbour.ts";
import { formatLink, parseLink } from "../../studio/src/page/link.ts";

const { SCENES } = await import("../../studio/src/page/scenes.ts");
const { readLinkedSolver, ownSolver } = await import("../../studio/src/panel/solver-choice.ts");
await (await import("../../studio/src/engine.ts")).fetchEngine();

const folder = (path: string): string[] =>
  readdirSync(new URL(`../../scenes/${path}`, import.meta.url))
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.replace(/\.json$/, ""));

test("every scene is in the gallery once: the twelve first, then the others, then paper by paper", () => {
  const groups = groupScenes(SCENES);
  const names = groups.map(({ exhibits }) => exhibits.map(({ entry }) => entry.name));
  expect(names[0]).toEqual(FEATURED.map(({ scene }) => scene));
  expect(names[0].length).toBe(12);
  expect([...names[0], ...names[1]].sort()).toEqual(folder("").sort());
  expect(names.slice(2).flat().sort()).toEqual(folder("papers").sort());
  expect(new Set(folder("papers").map((name) => name.split("-")[0]))).toEqual(new Set(Object.keys(PAPERS)));
});

test("titles are short enough for a card, each another within its group, and every scene has a sentence", () => {
  for (const { exhibits } of groupScenes(SCENES)) {
    const titles = exhibits.map(({ entry }) => entry.title);
    expect(new Set(titles).size).toBe(titles.length);
    for (const { entry } of exhibits) {
      expect(entry.title).toMatch(/^[A-Z0-9].{2,59}$/);
      expect(entry.description).toMatch(/[.!?]$/);
    }
  }
});

test("a scene is loaded as its file has it", async () => {
  const entry = SCENES.find(({ name }) => name === "funnel");
  const text = readFileSync(new URL("../../scenes/funnel.json", import.meta.url), "utf8");
  expect(await entry?.load()).toEqual(JSON.parse(text));
});

test("the link of a card says its scene and settings that the scene's method knows", async () => {
  for (const { exhibits } of groupScenes(SCENES)) {
    for (const { entry, link } of exhibits) {
      expect(parseLink(formatLink(link))).toEqual(link);
      expect(link.scene).toBe(entry.name);
      if (link.method === undefined) continue;
      const linked = readLinkedSolver(link, ownSolver(await entry.load()));
      expect(linked).toMatchObject({ unknownMethod: undefined, ignored: [], solver: { method: link.method } });
    }
  }
});

test("a query wants all its words, in the title, the sentence or the paper's name", () => {
  const found = (query: string): string[] =>
    groupScenes(SCENES).flatMap(({ title, exhibits }) =>
      exhibits.filter(({ entry }) => matchesQuery(entry, title, query)).map(({ entry }) => entry.name),
    );
  expect(found("")).toHaveLength(SCENES.length);
  expect(found("  funnel NECK ")).toEqual(["funnel"]);
  expect(found("Wohn").sort()).toEqual(folder("papers").filter((name) => name.startsWith("oh04")));
  expect(found("funnel flag")).toEqual([]);
});

test("arrows go from card to card, over rows of other lengths and widths", () => {
  const row = (top: number, count: number, width: number) =>
    Array.from({ length: count }, (_, k) => ({ left: k * (width + 10), top, width }));
  const boxes = [...row(0, 3, 100), ...row(80, 1, 100), ...row(200, 5, 56)];
  const go = (from: number, ...keys: string[]): number => keys.reduce((at, key) => findNeighbour(boxes, at, key), from);
  expect(go(0, "ArrowRight", "ArrowRight", "ArrowRight")).toBe(3);
  expect(go(0, "ArrowLeft")).toBe(0);
  expect(go(2, "ArrowDown")).toBe(3);
  expect(go(3, "ArrowDown")).toBe(4); // its middle is nearest
  expect(go(8, "ArrowUp", "ArrowUp")).toBe(0);
  expect(go(8, "ArrowDown")).toBe(8);
  expect([go(4, "Home"), go(4, "End"), go(4, "x")]).toEqual([0, 8, 4]);
});
