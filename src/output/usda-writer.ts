import { POSE_SIZE } from "../core/body-motion.ts";
import { VERSION } from "../core/version.ts";
import type { BakedBody } from "./baked-bodies.ts";
import type { BakedCloth, BakedRun } from "./baked-run.ts";
import type { FileChunk } from "./file-chunk.ts";
import { computeNormals } from "./normals.ts";
import { plainNames } from "./plain-names.ts";
import { formatUsdaMesh, type UsdaMesh, type UsdaShape } from "./usda-mesh.ts";

/**
 * The run as a USD stage in text: a mesh for each cloth and body, with points, normals and, where they are recorded, velocities as time samples, one a frame.
 * Time codes count the frames. A body that keeps its form has a matrix a frame instead. Numbers are the shortest that read back as the same 32-bit float.
 */
export function* formatUsda(run: BakedRun): Generator<FileChunk> {
  const { startFrame, frameCount, rate, metresPerUnit, up, cloths, bodies } = run;
  yield [
    "#usda 1.0",
    "(",
    '    defaultPrim = "drape"',
    `    doc = "drape ${VERSION}"`,
    `    startTimeCode = ${startFrame}`,
    `    endTimeCode = ${startFrame + Math.max(0, frameCount - 1)}`,
    `    framesPerSecond = ${rate}`,
    `    timeCodesPerSecond = ${rate}`,
    `    metersPerUnit = ${metresPerUnit}`,
    `    upAxis = "${up.toUpperCase()}"`,
    ")",
    "",
    'def Xform "drape"',
    "{",
    "",
  ].join("\n");
  const codes = Array.from({ length: frameCount }, (_, frame) => startFrame + frame);
  const names = plainNames([...cloths, ...bodies].map(({ name }) => name));
  for (const [n, cloth] of cloths.entries()) yield* formatUsdaMesh({ name: names[n], codes, ...clothMesh(run, cloth) });
  for (const [n, body] of bodies.entries()) {
    const isRigid = body.figure === undefined && body.place === undefined;
    const own = isRigid ? { codes: [], place: formatPlace(run, body.pose, codes) } : { codes };
    yield* formatUsdaMesh({ name: names[cloths.length + n], ...bodyMesh(run, body, isRigid), ...own });
  }
  yield "}\n";
}

type Shaped = Pick<UsdaMesh, "triangles" | "uv" | "readShape">;

function clothMesh(run: BakedRun, { vertices, triangles }: BakedCloth): Shaped {
  const pick = (values: Float32Array, size: number): Float32Array =>
    Float32Array.from({ length: size * vertices.length }, (_, k) => values[size * vertices[Math.floor(k / size)] + (k % size)]);
  const [positions, normals, velocities] = [0, 1, 2].map(() => new Float32Array(3 * run.vertexCount));
  return {
    triangles,
    ...(run.uv.length > 0 ? { uv: pick(run.uv, 2) } : {}),
    readShape(frame) {
      run.readSurface(frame, positions, normals);
      run.readVelocities?.(frame, velocities);
      const motion = run.readVelocities === undefined ? {} : { velocities: pick(velocities, 3) };
      return { points: pick(positions, 3), normals: pick(normals, 3), ...motion };
    },
  };
}

function bodyMesh(run: BakedRun, body: BakedBody, isRigid: boolean): Shaped {
  const { positions, triangles } = body;
  const points = new Float32Array(positions.length);
  const normals = new Float32Array(positions.length);
  return {
    triangles,
    readShape(frame): UsdaShape {
      if (isRigid) points.set(positions);
      else run.readBody(body, frame, points);
      computeNormals(points, triangles, normals);
      return { points, normals };
    },
  };
}

/** The matrix that puts a body where it is, at each time code, or one where it stays: rows times matrix, as USD has it. */
function formatPlace(run: BakedRun, pose: number, codes: readonly number[]): string {
  const matrices = codes.map((_, frame) => {
    const m = run.readPoses(frame).subarray(POSE_SIZE * pose, POSE_SIZE * (pose + 1));
    const rows = [0, 1, 2].map((c) => `(${m[c]}, ${m[3 + c]}, ${m[6 + c]}, 0)`);
    return `( ${[...rows, `(${m[9]}, ${m[10]}, ${m[11]}, 1)`].join(", ")} )`;
  });
  const still = matrices.every((matrix) => matrix === matrices[0]);
  const samples = matrices.map((matrix, frame) => `            ${codes[frame]}: ${matrix},\n`).join("");
  const value = still ? ` = ${matrices[0]}` : `.timeSamples = {\n${samples}        }`;
  return `        matrix4d xformOp:transform${value}\n        uniform token[] xformOpOrder = ["xformOp:transform"]\n`;
}
