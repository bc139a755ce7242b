import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { expect, test } from "vitest";

test("the flag of Babylon's scene flies in an engine that draws nothing", async () => {
  const { scene } = await import("../../examples/babylon/main.ts");
  const engine = scene.getEngine();
  try {
    engine.stopRenderLoop();
    engine.getDeltaTime = () => 1000 / 60;
    const read = (kind: string): number[] => Array.from(scene.getMeshByName("flag")?.getVerticesData(kind) ?? []);
    const before = read(VertexBuffer.PositionKind);
    expect(before.length).toBe(3 * 37 * 25);
    for (let frame = 0; frame < 60; frame++) scene.render();
    const after = read(VertexBuffer.PositionKind);
    const corner = 3 * 36;
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3)); // at the pole
    expect(Math.hypot(...[0, 1, 2].map((c) => after[corner + c] - before[corner + c]))).toBeGreaterThan(0.02);
    const [x, y, z] = read(VertexBuffer.NormalKind).slice(corner, corner + 3);
    expect(Math.hypot(x, y, z)).toBeCloseTo(1, 4);
  } finally {
    engine.dispose();
  }
});
