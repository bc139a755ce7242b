import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NodeIO } from "@gltf-transform/core";
import { expect, test } from "vitest";
import { makeFolder, ROOT } from "../support/run-cli.ts";

test("the script bakes a tablecloth into a file that others read: on its body, above the floor", async () => {
  const { folder, remove } = makeFolder();
  try {
    const file = join(folder, "out.glb");
    const flags = ["typescript", "door-sources"].flatMap((hook) => ["--import", `./scripts/${hook}.mjs`]);
    const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, "examples/node-script/main.ts", file], {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).toMatch(/out\.glb: 61 frames of 1681 vertices/);
    const document = await new NodeIO().readBinary(new Uint8Array(readFileSync(file)));
    const [mesh] = document.getRoot().listMeshes();
    const [primitive] = mesh.listPrimitives();
    expect(primitive.listTargets().length).toBe(60);
    const start = primitive.getAttribute("POSITION")?.getArray() ?? [];
    const end = primitive.listTargets()[59].getAttribute("POSITION")?.getArray() ?? [];
    const heights = Array.from(start, (value, i) => value + end[i]).filter((_, i) => i % 3 === 1);
    expect(Math.max(...heights)).toBeGreaterThan(0.7);
    expect(Math.max(...heights)).toBeLessThan(0.8);
    expect(Math.min(...heights)).toBeGreaterThan(-0.001);
    expect(Math.min(...heights)).toBeLessThan(0.4);
  } finally {
    remove();
  }
});
