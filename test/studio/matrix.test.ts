import { describe, expect, test } from "vitest";
import { createSimulation, METHODS, type SceneInput } from "../../src/index.ts";
import { computeSpy, ORDERINGS } from "../../src/inspect.ts";
import type { SymmetricMatrix } from "../../src/linalg/symmetric-matrix.ts";
import type { SolverInput } from "../../src/scene/scene-input.ts";
import type { Command, MatrixView, SimulationEvent } from "../../studio/src/commands.ts";
import { describeCounts, describeNoMatrix, orderingTitle } from "../../studio/src/panel/matrix-words.ts";
import { paintSpy } from "../../studio/src/panel/spy-image.ts";
import { readMatrixMarket } from "../output/read-matrix-market.ts";
import { connect } from "./connect.ts";

const SCENE: SceneInput = {
  drape: 1,
  timestep: 0.01,
  solver: { method: "linear-edge" },
  cloths: [{ grid: { columns: 5, rows: 5, width: 1, height: 1 }, pins: ["top"] }],
  events: [
    {
      at: 0.02,
      cut: [
        [22, 17],
        [17, 12],
        [12, 7],
      ],
    },
  ],
};

/** A client that has loaded a scene, and tells for each command what came with its answer, frames and numbers aside. */
async function load(scene: SceneInput) {
  const { client, events, send: sendOn, fail } = connect();
  await sendOn({ type: "load", scene, meshes: {} });
  const send = async (command: Command): Promise<SimulationEvent[]> => {
    events.length = 0;
    await client.send(command);
    return events.flatMap((event) => (event.type === "matrix" || event.type === "matrix-file" ? [event] : []));
  };
  return { send, fail };
}

async function matrixOf(scene: SceneInput): Promise<SymmetricMatrix> {
  return (await createSimulation(scene)).view.matrix() as SymmetricMatrix;
}

describe("the attendant", () => {
  test.each([...ORDERINGS])("answers with the picture of the matrix, %s", async (ordering) => {
    const { send } = await load(SCENE);
    const answer = await send({ type: "matrix", ordering, size: 16 });
    expect(answer.map(({ type }) => type)).toEqual(["matrix"]);
    const { view } = answer[0] as Extract<SimulationEvent, { type: "matrix" }>;
    expect(view).toEqual({ ordering, spy: computeSpy(await matrixOf(SCENE), ordering, 16) });
    expect(view.spy).toMatchObject({ rowCount: 25, size: 16 });
  });

  test("shows the matrix of the cloth as it is cut, and of the method chosen last", async () => {
    const { send } = await load(SCENE);
    await send({ type: "step", count: 5 });
    const [cut] = await send({ type: "matrix", ordering: "natural", size: 64 });
    expect(cut).toMatchObject({ view: { spy: { rowCount: 28 } } });
    await send({ type: "set-solver", solver: { method: "rk4" }, timestep: 0.01, keepState: true });
    const answer = await send({ type: "matrix", ordering: "natural", size: 64 });
    expect(answer).toMatchObject([{ type: "matrix", view: { ordering: "natural" } }]);
    expect(answer[0]).not.toHaveProperty("view.spy");
  });

  test("gives the matrix as a file, which says what it is of", async () => {
    const { send } = await load(SCENE);
    const [event] = await send({ type: "matrix-file" });
    const file = readMatrixMarket((event as Extract<SimulationEvent, { type: "matrix-file" }>).text);
    expect(file.comments[0]).toMatch(/^% drape [\d.]+; linear-edge .*ordering=auto.*; timestep 0.01 s$/);
    const matrix = await matrixOf(SCENE);
    expect(file.entries.size).toBe(25 + matrix.column.length);
    expect(file.entries.get("1 1")).toBe(matrix.diagonal[0]);
    expect(file.entries.get(`${matrix.column[0] + 1} 1`)).toBe(matrix.offDiagonal[0]);
  });

  test("has no file of a method without a constant matrix, and nothing before a scene is there", async () => {
    const { fail } = await load({ ...SCENE, solver: { method: "verlet" } });
    expect(await fail({ type: "matrix-file" })).toMatchObject({ kind: "unsupported", message: "verlet has no constant matrix to save" });
    const empty = await connect().fail({ type: "matrix", ordering: "auto", size: 8 });
    expect(empty).toMatchObject({ message: "No scene is loaded yet; choose one first." });
  });
});

describe("paintSpy", () => {
  /** The grey of each pixel; the three colours must agree and nothing may shine through. */
  function paint(counts: number[], rowCount: number, size: number): number[] {
    const pixels = new Uint8ClampedArray(4 * size * size);
    paintSpy(Uint32Array.from(counts), rowCount, size, pixels);
    return counts.map((_, p) => {
      const [red, green, blue, alpha] = pixels.subarray(4 * p, 4 * p + 4);
      expect([green, blue, alpha]).toEqual([red, red, 255]);
      return red;
    });
  }

  test("a pixel an entry is black, all else white", () => {
    expect(paint([1, 1, 0, 1, 1, 1, 0, 1, 1], 3, 3)).toEqual([0, 0, 255, 0, 0, 0, 255, 0, 0]);
  });

  test("a pixel for several rows is the darker the fuller it is, and never faint", () => {
    // five rows on two pixels are three and two: room for 9, 6, 6 and 4 entries
    expect(paint([9, 3, 0, 1], 5, 2)).toEqual([0, 52, 255, 89]);
    const [one] = paint([1], 10_000, 1);
    expect(one).toBeLessThan(180);
    const greys = [0, 1, 2, 5, 20, 100].map((count) => paint([count], 10, 1)[0]);
    expect(greys).toEqual(greys.toSorted((a, b) => b - a));
    expect(new Set(greys).size).toBe(6);
  });
});

describe("the section's words", () => {
  test("counts are told with their thousands apart, and what auto chose", () => {
    const none = new Uint32Array(0);
    const spy = {
      ordering: "minimum-degree",
      rowCount: 1225,
      matrixEntries: 15293,
      factorEntries: 45707,
      size: 0,
      matrix: none,
      factor: none,
    };
    const view: MatrixView = { ordering: "auto", spy };
    const start = "1,225 rows · matrix 15,293 non-zeros · factor 45,707";
    expect(describeCounts(view, spy)).toBe(`${start} (auto: minimum degree)`);
    expect(describeCounts({ ...view, ordering: "minimum-degree" }, spy)).toBe(`${start} (minimum degree)`);
  });

  test("orderings have names for people", () => {
    expect(ORDERINGS.map(orderingTitle)).toEqual([
      "auto",
      "natural",
      "Cuthill–McKee",
      "reverse Cuthill–McKee",
      "minimum degree",
      "nested dissection",
    ]);
  });

  test("the methods said to have a constant matrix are those that have one", async () => {
    const having: string[] = [];
    for (const { name, title, choose } of METHODS) {
      if (choose !== undefined) continue;
      if ((await matrixOf({ ...SCENE, solver: { method: name } as SolverInput })) !== undefined) having.push(`“${title}”`);
    }
    expect(having.length).toBeGreaterThanOrEqual(3);
    const sentence = describeNoMatrix(METHODS);
    expect(sentence.match(/“.+?”/g)).toEqual(having);
    expect(sentence).toMatch(/^This method has no constant matrix; those that have one are .* and .*\.$/);
  });
});
