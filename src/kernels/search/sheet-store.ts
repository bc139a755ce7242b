import { filled, type Words, words } from "../array-table.ts";
import * as mesh from "../layout/meeting-words.ts";
import * as at from "../layout/sheet-words.ts";

/** A lattice of cells with two triangles each (src/contact/search/sheets.ts). */
export interface SearchSheet {
  /** Cells along u and v, and their sides at rest [m]. */
  readonly columns: number;
  readonly rows: number;
  readonly sideU: number;
  readonly sideV: number;
  /** Row by row. */
  readonly vertices: Uint32Array;
  /** Two a cell. */
  readonly triangles: Uint32Array;
}

/** Sheets in the memory of the search. */
export interface SheetArrays {
  readonly sheets: Words;
  readonly sheetVertices: Words;
  readonly sheetTriangles: Words;
  readonly sheetNodes: Words;
}

export function listSheetArrays(sheets: readonly SearchSheet[]): SheetArrays {
  const described = new Uint32Array((at.FIRST_SHEET + sheets.length * at.SHEET_BYTES) / 4);
  const numbers = new Float32Array(described.buffer);
  described[at.SHEET_COUNT / 4] = sheets.length;
  let vertices = 0;
  let triangles = 0;
  let nodes = 0;
  sheets.forEach((sheet, n) => {
    const { sideU, sideV } = sheet;
    const base = (at.FIRST_SHEET + n * at.SHEET_BYTES) / 4;
    described[base + at.VERTICES_AT / 4] = 4 * vertices;
    described[base + at.TRIANGLES_AT / 4] = 4 * triangles;
    numbers[base + at.SIDE_U / 4] = sideU;
    numbers[base + at.SIDE_V / 4] = sideV;
    // a vertex from the diagonal of its cell
    numbers[base + at.LEAST_APART / 4] = (sideU * sideV) / Math.sqrt(sideU * sideU + sideV * sideV);
    let { columns, rows } = sheet;
    for (let level = 0; ; level++) {
      described.set([at.NODE_BYTES * nodes, columns, rows], base + (at.FIRST_LEVEL + level * at.LEVEL_BYTES) / 4);
      described[base + at.LEVELS / 4] = level + 1;
      nodes += columns * rows;
      if (columns * rows === 1) break;
      columns = Math.ceil(columns / 2);
      rows = Math.ceil(rows / 2);
    }
    vertices += sheet.vertices.length;
    triangles += sheet.triangles.length;
  });
  return {
    sheets: filled(mesh.SHEETS, described),
    sheetVertices: filled(mesh.SHEET_VERTICES, join(sheets.map((sheet) => sheet.vertices))),
    sheetTriangles: filled(mesh.SHEET_TRIANGLES, join(sheets.map((sheet) => sheet.triangles))),
    sheetNodes: words(mesh.SHEET_NODES, (at.NODE_BYTES / 4) * nodes),
  };
}

function join(lists: readonly Uint32Array[]): Uint32Array {
  return Uint32Array.from(lists.flatMap((list) => [...list]));
}
