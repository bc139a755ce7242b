import { describeValue, InputError } from "../core/errors.ts";
import { readChoice, readObject } from "../core/read.ts";
import { gridVertices } from "../scene/find-vertices.ts";
import type { AttachmentInput, PinInput } from "../scene/scene-input.ts";
import { type CoarseGrid, createCoarseGrid } from "./coarse-grid.ts";
import type { ClothDetail, WorldClothInput } from "./world.ts";

/** One of so many vertices in a row is simulated, and one step is taken where others take so many. */
export interface Detail {
  readonly vertices: number;
  readonly steps: number;
}

const FULL: Detail = { vertices: 1, steps: 1 };
/**
 * Long steps go with few vertices alone: on 17 × 17 vertices the methods with a constant matrix, which are chosen by themselves, bring in energy when steps
 * become twice as long in gusts (1.4 J where there are 0.2), on 5 × 5 they do not.
 */
const LEVELS: Readonly<Record<string, Detail>> = { full: FULL, half: { vertices: 2, steps: 1 }, quarter: { vertices: 4, steps: 2 } };

export function readDetail(detail: ClothDetail | undefined, path: string): Detail {
  if (detail === undefined) return FULL;
  if (typeof detail !== "object" || detail === null) return LEVELS[readChoice(detail, path, Object.keys(LEVELS))];
  const { vertices = 1, steps = 1 } = readObject(detail, path, ["vertices", "steps"]);
  return { vertices: readOneOf(vertices, [1, 2, 4], `${path}.vertices`), steps: readOneOf(steps, [1, 2, 3, 4], `${path}.steps`) };
}

function readOneOf(value: unknown, choices: readonly number[], path: string): number {
  if (choices.includes(value as number)) return value as number;
  throw new InputError(path, describeValue(value), `give ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`);
}

/** What is told vertex by vertex, or particle by particle, is of one grid alone. */
const OF_ONE_GRID = ["springs", "masses", "bendModulus", "triangleStiffness", "positions", "damping"] as const;

/** The coarse grid of a cloth; undefined where all of its vertices are simulated: it is no grid of right triangles, or says what is of this one alone. */
export function coarseGridOf({ grid, tear, ...input }: WorldClothInput, every: number): CoarseGrid | undefined {
  if (every === 1 || grid === undefined || grid.triangles === "equilateral" || tear === true) return undefined;
  if (OF_ONE_GRID.some((field) => input[field] !== undefined)) return undefined;
  const areSound = [grid.columns, grid.rows].every((count) => Number.isInteger(count) && count >= 2); // else the scene's check tells
  const coarse = areSound ? createCoarseGrid(grid, every) : undefined;
  return coarse !== undefined && coarse.home.length < coarse.fullCount ? coarse : undefined;
}

/** The same cloth on its coarse grid; what is held are the nearest vertices. */
export function coarsen(input: WorldClothInput, coarse: CoarseGrid, path: string): WorldClothInput {
  const { grid, pins, attachments } = input;
  const { columns, rows, fullCount, nearest } = coarse;
  const taken = new Set<number>();

  function map(which: unknown, at: string, areHeld: boolean): number[] {
    const found = typeof which === "string" && which !== "all" ? gridVertices({ columns, rows }, which, at) : mapNumbers(which, at);
    const fresh = [...new Set(found)].filter((vertex) => !areHeld || !taken.has(vertex));
    if (areHeld) for (const vertex of fresh) taken.add(vertex);
    return fresh;
  }

  function mapNumbers(which: unknown, at: string): number[] {
    if (which === "all") return Array.from(coarse.home, (_, vertex) => vertex);
    const numbers = typeof which === "number" ? [which] : (which as readonly number[]);
    const wrong = numbers.find((vertex) => nearest[vertex] === undefined);
    if (wrong !== undefined) throw new InputError(at, String(wrong), `the cloth has vertices 0 to ${fullCount - 1}`);
    return numbers.map((vertex) => nearest[vertex]);
  }

  const mapPin = (pin: number | string | PinInput, n: number): PinInput => {
    const at = `${path}.pins[${n}]`;
    if (typeof pin !== "object") return { vertices: map(pin, at, true) };
    const { vertex, vertices, ...rest } = pin;
    if (typeof vertices === "object" && "color" in vertices) return pin; // the scene's check tells
    return { ...rest, vertices: map(vertex ?? vertices ?? [], at, true) };
  };
  const mapAttachment = (one: AttachmentInput, n: number): AttachmentInput => {
    return { ...one, vertices: map(one.vertices, `${path}.attachments[${n}].vertices`, one.maxDistance === undefined) };
  };
  return {
    ...input,
    grid: { ...(grid as NonNullable<typeof grid>), columns, rows },
    ...(Array.isArray(pins) && { pins: pins.map(mapPin).filter(isAny) }),
    ...(Array.isArray(attachments) && { attachments: attachments.map(mapAttachment).filter(isAny) }),
  };
}

function isAny({ vertices }: { readonly vertices?: unknown }): boolean {
  return !Array.isArray(vertices) || vertices.length > 0;
}
