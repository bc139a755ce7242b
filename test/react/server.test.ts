import { expect, test } from "vitest";
import { runExample } from "../docs/example.ts";

test("a server imports it and nothing happens", () => {
  const main = `
    const before = Object.keys(globalThis).join();
    const { Cloth, ClothWorld } = await import(${JSON.stringify(new URL("../../src/react/index.ts", import.meta.url).href)});
    const isSame = Object.keys(globalThis).join() === before;
    console.log(JSON.stringify([typeof Cloth, typeof ClothWorld, typeof window, isSame]));
  `;
  expect(JSON.parse(runExample({ "main.ts": main }))).toEqual(["function", "function", "undefined", true]);
});
