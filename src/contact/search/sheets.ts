import type { Cloth } from "../../fabric/cloth.ts";
import { MOST_LEVELS } from "../../kernels/layout/sheet-words.ts";
import type { SearchSheet } from "../../kernels/search/sheet-store.ts";

/** Scenes of more cloths are searched in another way. */
const MOST_SHEETS = 64;

/** Cells along a side: so many have all the levels that there is room for. */
const MOST_CELLS = 2 ** (MOST_LEVELS - 1); // not in a step

/** What tells whether cloth is made of lattices. */
export type SheetCloth = Pick<Cloth, "particleCount" | "triangles" | "material" | "origin" | "parts">;

/**
 * The cloths as lattices of cells of two triangles each, flat rectangles at rest, in which the search for what may meet (meeting-sheets) can leave out most; undefined where any of
 * them is something else, or has been cut.
 */
export function findSheets({ particleCount, triangles, material, origin, parts }: SheetCloth): SearchSheet[] | undefined {
  if (material.length === 0 || parts.length > MOST_SHEETS || particleCount > parts.reduce((sum, { start, end }) => sum + end - start, 0))
    return undefined;
  const sheets: SearchSheet[] = [];
  let covered = 0;
  for (const { start, end } of parts) {
    const members: number[] = [];
    for (let i = 0; i < particleCount; i++) if (origin[i] >= start && origin[i] < end) members.push(i);
    const sheet = findSheet(members, triangles, material);
    if (sheet === undefined) return undefined;
    covered += sheet.triangles.length;
    sheets.push(sheet);
  }
  return 3 * covered === triangles.length ? sheets : undefined;
}

/** The lattice whose vertices these are, if they have every place of one and its cells have their triangles. */
function findSheet(members: readonly number[], triangles: Uint32Array, material: Float64Array): SearchSheet | undefined {
  const us = listValues(members, material, 0);
  const vs = listValues(members, material, 1);
  const columns = us.length - 1;
  const rows = vs.length - 1;
  if (!(columns > 0 && rows > 0 && Math.max(columns, rows) <= MOST_CELLS) || us.length * vs.length !== members.length) return undefined;
  const placeOfU = new Map(us.map((u, place) => [u, place]));
  const placeOfV = new Map(vs.map((v, place) => [v, place]));
  /** The number of each vertex in the lattice, row by row. */
  const places = new Int32Array(material.length / 2).fill(-1);
  const vertices = new Uint32Array(members.length);
  for (const i of members) {
    const place = (placeOfV.get(material[2 * i + 1]) as number) * us.length + (placeOfU.get(material[2 * i]) as number);
    places[i] = place;
    vertices[place] = i;
  }
  const cells = placeTriangles(triangles, places, columns, rows);
  if (cells === undefined || new Set(vertices).size !== members.length) return undefined;
  return {
    columns,
    rows,
    sideU: (us[columns] - us[0]) / columns,
    sideV: (vs[rows] - vs[0]) / rows,
    vertices,
    triangles: cells,
  };
}

/** The values of a material coordinate, ascending. */
function listValues(members: readonly number[], material: Float64Array, coordinate: number): number[] {
  return [...new Set(members.map((i) => material[2 * i + coordinate]))].sort((a, b) => a - b);
}

/** The two triangles of each cell; undefined where a triangle is none of a cell, or a cell is not covered by two. */
function placeTriangles(triangles: Uint32Array, places: Int32Array, columns: number, rows: number): Uint32Array | undefined {
  const found = new Uint32Array(2 * columns * rows);
  /** The corner of each cell that its first triangle leaves out, as a bit; 16 where both are there. */
  const missing = new Uint8Array(columns * rows);
  for (let h = 0; h < triangles.length; h += 3) {
    const corners = [places[triangles[h]], places[triangles[h + 1]], places[triangles[h + 2]]];
    if (corners[0] < 0) continue;
    const i = Math.min(...corners.map((place) => place % (columns + 1)));
    const j = Math.min(...corners.map((place) => Math.floor(place / (columns + 1))));
    let bits = 15;
    for (const place of corners) {
      const u = (place % (columns + 1)) - i;
      const v = Math.floor(place / (columns + 1)) - j;
      if (place < 0 || u > 1 || v > 1) return undefined;
      bits &= ~(1 << (u + 2 * v));
    }
    const cell = j * columns + i;
    // opposite corners are 1 and 8, 2 and 4
    const isFirst = missing[cell] === 0;
    if (!(bits === 1 || bits === 2 || bits === 4 || bits === 8) || (!isFirst && missing[cell] * bits !== 8)) return undefined;
    found[2 * cell + (isFirst ? 0 : 1)] = h / 3;
    missing[cell] = isFirst ? bits : 16;
  }
  return missing.every((bits) => bits === 16) ? found : undefined;
}
