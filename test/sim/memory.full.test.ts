import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../docs/pages.ts";
import type { Course } from "./many-simulations.ts";

const SIDE = 50;
/** Each holds some 3.6 MB of memory that threads share: kept, that would be 215 MB after the first ones, between which V8 has collected once; on a busy machine it collects later, and memory goes up and down by 50 MB. `rise`: what resident memory may rise by after the first ones [bytes]. */
const SIMULATIONS = { count: 90, first: 30, rise: 110e6 };
/** A worker takes some 20 MB: kept, that would be 400 MB after the first ones. V8 collects dropped ones three to eight at a time, whenever it likes: memory goes up and down by 150 MB. */
const WORKERS = { count: 40, first: 20, rise: 200e6 };

function makeMany(threads: number, way: "dispose" | "drop", kind: "plain" | "contact" | "world" | "worker"): Course {
  const program = ["--expose-gc", "--import", "./scripts/typescript.mjs", join("test", "sim", "many-simulations.ts")];
  const { count } = kind === "worker" ? WORKERS : SIMULATIONS;
  const about = [String(count), String(threads), way, kind, String(SIDE)];
  return JSON.parse(execFileSync(process.execPath, [...program, ...about], { cwd: ROOT, encoding: "utf8", timeout: 500_000 }));
}

function expectFlat({ resident }: Course, { first, rise } = SIMULATIONS): void {
  const most = Math.max(...resident.slice(0, first));
  expect(Math.max(...resident.slice(first)) - most).toBeLessThan(rise);
}

describe.each(["dispose", "drop"] as const)("of many simulations that one does %s of", (way) => {
  test.each([2, 4])("memory and threads are free again, with %i threads", (threads) => {
    const course = makeMany(threads, way, "plain");
    expectFlat(course);
    const [before, active, after, again] = course.threads;
    expect(active - before).toBeGreaterThanOrEqual(threads - 1); // more while others leave
    expect(after).toBeLessThanOrEqual(before);
    expect(again - after).toBeGreaterThanOrEqual(threads - 1);
    expect(course.hashes[1]).toBe(course.hashes[0]);
  });

  test("memory and threads of worlds in workers are free again", () => {
    const course = makeMany(2, way, "worker");
    expectFlat(course, WORKERS);
    const [before, active, after] = course.threads;
    expect(active - before).toBeGreaterThanOrEqual(1);
    expect(after).toBeLessThanOrEqual(before);
    expect(course.hashes[1]).toBe(course.hashes[0]);
  });
});

test("memory is free again of dropped simulations where cloth meets a body and itself, and is cut, and of dropped worlds", () => {
  expectFlat(makeMany(2, "drop", "contact"));
  expectFlat(makeMany(2, "drop", "world"));
});
