import type { BakedRun } from "./baked-run.ts";

/** The part of a run that is one of its cloths, without bodies: for files of one cloth each. */
export function clothRun(run: BakedRun, cloth: number): BakedRun {
  const { name, vertices, triangles } = run.cloths[cloth];
  const whole = new Float64Array(3 * run.vertexCount);
  const [positions, normals] = [new Float32Array(3 * run.vertexCount), new Float32Array(3 * run.vertexCount)];
  const pick = (values: Float32Array | Float64Array, size: number, out: typeof values): void => {
    for (let k = 0; k < size * vertices.length; k++) out[k] = values[size * vertices[Math.floor(k / size)] + (k % size)];
  };
  const uv = new Float32Array(run.uv.length > 0 ? 2 * vertices.length : 0);
  if (uv.length > 0) pick(run.uv, 2, uv);
  const { readVelocities } = run;
  return {
    ...run,
    vertexCount: vertices.length,
    triangles,
    uv,
    cloths: [{ name, vertices: vertices.map((_, v) => v), triangles }],
    bodies: [],
    readPositions(frame, out) {
      run.readPositions(frame, whole);
      pick(whole, 3, out);
    },
    ...(readVelocities === undefined
      ? {}
      : {
          readVelocities(frame, out) {
            readVelocities(frame, whole);
            pick(whole, 3, out);
          },
        }),
    readSurface(frame, ownPositions, ownNormals) {
      run.readSurface(frame, positions, normals);
      pick(positions, 3, ownPositions);
      pick(normals, 3, ownNormals);
    },
  };
}
