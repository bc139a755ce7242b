import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createZipFile, formatZip } from "../../src/output/zip-file.ts";
import { readZip } from "./read-zip.ts";

const FILES: readonly [name: string, text: string][] = [
  ["a_000000.obj", "v 0 0 0\n"],
  ["größe.txt", "ä".repeat(70_000)],
  ["empty.txt", ""],
];

function makeZip(files: typeof FILES): Buffer {
  const zip = createZipFile();
  for (const [name, text] of files) zip.add(name, text);
  return Buffer.concat(zip.pieces());
}

test("is read back by name, byte for byte, and has no dates", () => {
  const zip = makeZip(FILES);
  expect([...readZip(zip)].map(([name, bytes]) => [name, bytes.toString()])).toEqual(FILES);
  expect(makeZip(FILES).equals(zip)).toBe(true);
  expect(readZip(makeZip([])).size).toBe(0);
});

test("is the same where its files are made as they are written", () => {
  const entries = FILES.map(([name, text]) => ({
    name,
    *chunks() {
      const bytes = new TextEncoder().encode(text);
      yield bytes.slice(0, 5);
      yield bytes.slice(5);
    },
  }));
  expect(Buffer.concat([...formatZip(entries)]).equals(makeZip(FILES))).toBe(true);
});

test("is opened by unzip, where there is one", () => {
  if (spawnSync("unzip", ["-v"]).status !== 0) return;
  const folder = mkdtempSync(join(tmpdir(), "drape-zip-"));
  writeFileSync(join(folder, "x.zip"), makeZip(FILES));
  expect(spawnSync("unzip", ["-tq", "x.zip"], { cwd: folder }).status).toBe(0);
  expect(spawnSync("unzip", ["-q", "x.zip", "a_000000.obj"], { cwd: folder }).status).toBe(0);
  expect(readFileSync(join(folder, "a_000000.obj"), "utf8")).toBe("v 0 0 0\n");
  rmSync(folder, { recursive: true });
});
