// Which elements of a flat rectangular cloth may meet, without a look at most of them. At rest the cloth is a lattice of cells in a plane with coordinates U = (u, v); its
// state x(U) is linear on every triangle, with a gradient F, 3 × 2. A rectangle of cells is convex, so that two points of it at rest and the line between them give
//
//     x(Y) − x(X) = F' (Y − X),     F' a mean of the gradients along the line,
//
// and where all gradients of the rectangle, at both ends of the step and hence between, are F₀ ± H entry by entry,
//
//     |x(Y) − x(X)| ≥ (σ − |H|) |Y − X|,     σ the lesser singular value of F₀, |H| the root of the sum of squares.
//
// Two elements without a common vertex are apart at rest by LEAST_APART, those of cells k columns apart by k − 1 of them. So a piece of cloth that is not bent too much
// keeps its elements apart by itself, and two pieces stay apart as boxes or in a rectangle that has both. A pyramid of cells, four and four together, is gone through
// from its top; the elements of the cells that neither proof is for go through the tests of all others.

import * as words from "../../layout/meeting-words";
import * as at from "../../layout/sheet-words";
import { boxMeets, marginOf, probe, storeWay } from "./meeting-boxes";
import { addEdgeEdges, addPointTriangles } from "./meeting-lists";
import { vector, word } from "./meeting-mesh";

/** Bytes of a node, of a sheet and of a level. */
const NODE: usize = at.NODE_BYTES;
const SHEET: usize = at.SHEET_BYTES;
const LEVEL: usize = at.LEVEL_BYTES;
/** Gradients are whole numbers of 16 bits, this many to 1. */
const UNITS: f32 = 8192;
/** Two cells further apart than this share no rectangle. */
const FARTHEST = 3;
/** Errors of coordinates in single precision, as a share of the box of all vertices. */
const ROUNDING: f64 = 3e-7;
/** With errors beyond this the lattice proves nothing, and gradients might leave 32 bits. */
const MOST_ERROR: f64 = 500;
/** So many pairs of triangles for each triangle that are to be tested are too many: all are searched for in another way. */
const MOST_SHARE: i32 = 2;
/** Bytes of pairs that are gathered before they are tested, and of those of two cells. */
const GATHERED: usize = 8 * 1024;

let theMesh: usize = 0;
let margin: v128 = i16x8.splat(0);
/** How far apart elements must stay [m]. */
let apart: f32 = 0;
/** The two sheets that are compared, and the nodes of all. */
let sheetA: usize = 0;
let sheetB: usize = 0;
let nodes: usize = 0;
/** The pairs gathered, and pairs of triangles that may yet be looked at. */
let points: usize = 0;
let edges: usize = 0;
let left: i32 = 0;

/** Lists all pairs on the ways, after `roundPositions`; false where they are too many, or nothing can be told. */
export function searchSheets(mesh: usize): bool {
  const sheets = <usize>load<u32>(mesh, words.SHEETS);
  const count = load<i32>(sheets, at.SHEET_COUNT);
  const numbers = <usize>load<u32>(mesh, words.NUMBERS);
  theMesh = mesh;
  margin = marginOf(mesh);
  apart = <f32>(load<f64>(numbers, words.APART) * 1.00001);
  nodes = <usize>load<u32>(mesh, words.SHEET_NODES);
  points = <usize>load<u32>(mesh, words.FOUND_POINTS);
  edges = <usize>load<u32>(mesh, words.FOUND_EDGES);
  const most = 64 + MOST_SHARE * load<i32>(mesh, words.CLOTH_TRIANGLES);
  left = most;
  for (let n = 0; n < count; n++) if (!fitSheet(mesh, sheetOf(sheets, n), load<f64>(numbers, words.SIDE))) return false;
  for (let n = 0; n < count; n++) {
    sheetA = sheetOf(sheets, n);
    const top = load<i32>(sheetA, at.LEVELS) - 1;
    sheetB = sheetA;
    searchNode(top, 0, 0);
    for (let k = n + 1; k < count; k++) {
      sheetB = sheetOf(sheets, k);
      const topB = load<i32>(sheetB, at.LEVELS) - 1;
      searchNodes(top, 0, 0, topB, 0, 0);
    }
  }
  flush();
  store<u32>(mesh, load<u32>(mesh, words.LOOKED) + (most - left), words.LOOKED);
  return left >= 0;
}

// @ts-ignore: decorator
@inline
function sheetOf(sheets: usize, n: i32): usize {
  return sheets + at.FIRST_SHEET + SHEET * <usize>n;
}

// @ts-ignore: decorator
@inline
function levelOf(sheet: usize, level: i32): usize {
  return sheet + at.FIRST_LEVEL + LEVEL * <usize>level;
}

// @ts-ignore: decorator
@inline
function columnsOf(sheet: usize, level: i32): i32 {
  return load<i32>(levelOf(sheet, level), 4);
}

// @ts-ignore: decorator
@inline
function rowsOf(sheet: usize, level: i32): i32 {
  return load<i32>(levelOf(sheet, level), 8);
}

// @ts-ignore: decorator
@inline
function nodeOf(sheet: usize, level: i32, i: i32, j: i32): usize {
  return nodes + <usize>load<u32>(levelOf(sheet, level)) + NODE * <usize>(j * columnsOf(sheet, level) + i);
}

/** The nodes of all levels. */
function fitSheet(mesh: usize, sheet: usize, side: f64): bool {
  const scaleU: f32 = UNITS / load<f32>(sheet, at.SIDE_U);
  const scaleV: f32 = UNITS / load<f32>(sheet, at.SIDE_V);
  const error = side * ROUNDING * <f64>max(scaleU, scaleV) + 2;
  if (!(error < MOST_ERROR)) return false;
  fitCells(mesh, sheet, f32x4.splat(scaleU), f32x4.splat(scaleV), i32x4.splat(<i32>error));
  const levels = load<i32>(sheet, at.LEVELS);
  for (let level = 1; level < levels; level++) {
    const columns = columnsOf(sheet, level);
    const rows = rowsOf(sheet, level);
    const below = columnsOf(sheet, level - 1);
    const lastColumn = below - 1;
    const lastRow = rowsOf(sheet, level - 1) - 1;
    let node = nodeOf(sheet, level, 0, 0);
    for (let j = 0; j < rows; j++) {
      const upper = nodeOf(sheet, level - 1, 0, 2 * j);
      const lower = nodeOf(sheet, level - 1, 0, min(2 * j + 1, lastRow));
      for (let i = 0; i < columns; i++, node += NODE) {
        const first = NODE * <usize>(2 * i);
        const second = NODE * <usize>min(2 * i + 1, lastColumn);
        for (let part: usize = 0; part < NODE; part += 16) {
          const above = i16x8.min_s(v128.load(upper + first + part), v128.load(upper + second + part));
          v128.store(node + part, i16x8.min_s(above, i16x8.min_s(v128.load(lower + first + part), v128.load(lower + second + part))));
        }
      }
    }
  }
  return true;
}

function fitCells(mesh: usize, sheet: usize, scaleU: v128, scaleV: v128, error: v128): void {
  const near = <usize>load<u32>(mesh, words.NEAR);
  const floats = <usize>load<u32>(mesh, words.FLOATS);
  const columns = columnsOf(sheet, 0);
  const rows = rowsOf(sheet, 0);
  let upper = <usize>load<u32>(mesh, words.SHEET_VERTICES) + <usize>load<u32>(sheet, at.VERTICES_AT);
  let lower = upper + 4 * <usize>(columns + 1);
  let node = nodeOf(sheet, 0, 0, 0);
  for (let j = 0; j < rows; j++, upper += 4, lower += 4) {
    let a = (<usize>load<u32>(upper)) << 5;
    let d = (<usize>load<u32>(lower)) << 5;
    for (let i = 0; i < columns; i++, node += NODE) {
      upper += 4;
      lower += 4;
      const b = (<usize>load<u32>(upper)) << 5;
      const e = (<usize>load<u32>(lower)) << 5;
      let lowU = f32x4.splat(0);
      let highU = lowU;
      let lowV = lowU;
      let highV = lowU;
      for (let end: usize = 0; end < 32; end += 16) {
        const boxes = near + end;
        const box = i16x8.min_s(
          i16x8.min_s(v128.load(boxes + a), v128.load(boxes + b)),
          i16x8.min_s(v128.load(boxes + d), v128.load(boxes + e)),
        );
        v128.store(node + end, box);
        const x = floats + end;
        const xa = v128.load(x + a);
        const xb = v128.load(x + b);
        const xd = v128.load(x + d);
        const xe = v128.load(x + e);
        const top = f32x4.sub(xb, xa);
        const bottom = f32x4.sub(xe, xd);
        const before = f32x4.sub(xd, xa);
        const after = f32x4.sub(xe, xb);
        const leastU = f32x4.pmin(top, bottom);
        const mostU = f32x4.pmax(top, bottom);
        const leastV = f32x4.pmin(before, after);
        const mostV = f32x4.pmax(before, after);
        lowU = end == 0 ? leastU : f32x4.pmin(lowU, leastU);
        highU = end == 0 ? mostU : f32x4.pmax(highU, mostU);
        lowV = end == 0 ? leastV : f32x4.pmin(lowV, leastV);
        highV = end == 0 ? mostV : f32x4.pmax(highV, mostV);
      }
      v128.store(node, roundGradients(lowU, highU, scaleU, error), 32);
      v128.store(node, roundGradients(lowV, highV, scaleV, error), 48);
      a = b;
      d = e;
    }
  }
}

/** (least x, y, z, 0, −largest x, y, z, 0) in units, with room for errors. */
// @ts-ignore: decorator
@inline
function roundGradients(low: v128, high: v128, scale: v128, error: v128): v128 {
  const least = i32x4.sub(i32x4.trunc_sat_f32x4_s(f32x4.mul(low, scale)), error);
  const most = i32x4.add(i32x4.trunc_sat_f32x4_s(f32x4.mul(high, scale)), error);
  return i16x8.narrow_i32x4_s(least, i32x4.neg(most));
}

/** All pairs within a node. */
function searchNode(level: i32, i: i32, j: i32): void {
  if (left < 0 || staysIn(level, i, j, i, j, load<f32>(sheetA, at.LEAST_APART))) return;
  if (level == 0) {
    addCells(i, j, i, j);
    return;
  }
  const columns = min(2 * i + 2, columnsOf(sheetA, level - 1));
  const rows = min(2 * j + 2, rowsOf(sheetA, level - 1));
  for (let m = 2 * j; m < rows; m++) {
    for (let k = 2 * i; k < columns; k++) {
      searchNode(level - 1, k, m);
      for (let o = m; o < rows; o++) {
        for (let n = o == m ? k + 1 : 2 * i; n < columns; n++) searchNodes(level - 1, k, m, level - 1, n, o);
      }
    }
  }
}

/** All pairs of two nodes; those of one sheet are of one level. */
function searchNodes(levelA: i32, i: i32, j: i32, levelB: i32, k: i32, m: i32): void {
  if (left < 0) return;
  const box = nodeOf(sheetA, levelA, i, j);
  if (!boxMeets(nodeOf(sheetB, levelB, k, m), probe(v128.load(box), margin), probe(v128.load(box, 16), margin))) return;
  if (sheetA == sheetB) {
    const across = abs(i - k);
    const down = abs(j - m);
    if (across <= FARTHEST && down <= FARTHEST) {
      const u = <f32>(max(across - 1, 0) << levelA) * load<f32>(sheetA, at.SIDE_U);
      const v = <f32>(max(down - 1, 0) << levelA) * load<f32>(sheetA, at.SIDE_V);
      const way = max(load<f32>(sheetA, at.LEAST_APART), <f32>sqrt(u * u + v * v));
      if (staysIn(levelA, min(i, k), min(j, m), max(i, k), max(j, m), way)) return;
    }
  }
  if (levelA == 0 && levelB == 0) {
    addCells(i, j, k, m);
    return;
  }
  // both go down a level, or the one that is higher
  const downA = levelA >= levelB ? 1 : 0;
  const downB = levelB >= levelA ? 1 : 0;
  const endI = downA == 1 ? min(2 * i + 2, columnsOf(sheetA, levelA - 1)) : i + 1;
  const endJ = downA == 1 ? min(2 * j + 2, rowsOf(sheetA, levelA - 1)) : j + 1;
  const endK = downB == 1 ? min(2 * k + 2, columnsOf(sheetB, levelB - 1)) : k + 1;
  const endM = downB == 1 ? min(2 * m + 2, rowsOf(sheetB, levelB - 1)) : m + 1;
  for (let b = j << downA; b < endJ; b++) {
    for (let a = i << downA; a < endI; a++) {
      for (let d = m << downB; d < endM; d++) {
        for (let c = k << downB; c < endK; c++) searchNodes(levelA - downA, a, b, levelB - downB, c, d);
      }
    }
  }
}

/** Whether points of these nodes of sheet A that are `way` apart at rest, at least, stay apart. */
function staysIn(level: i32, i0: i32, j0: i32, i1: i32, j1: i32, way: f32): bool {
  let boxU = i16x8.splat(i16.MAX_VALUE);
  let boxV = boxU;
  for (let j = j0; j <= j1; j++) {
    let node = nodeOf(sheetA, level, i0, j);
    for (let i = i0; i <= i1; i++, node += NODE) {
      boxU = i16x8.min_s(boxU, v128.load(node, 32));
      boxV = i16x8.min_s(boxV, v128.load(node, 48));
    }
  }
  // what was too large for 16 bits
  if (v128.any_true(i16x8.eq(i16x8.min_s(boxU, boxV), i16x8.splat(i16.MIN_VALUE)))) return false;
  const lowU = i32x4.extend_low_i16x8_s(boxU);
  const highU = i32x4.extend_high_i16x8_s(boxU);
  const lowV = i32x4.extend_low_i16x8_s(boxV);
  const highV = i32x4.extend_high_i16x8_s(boxV);
  // twice the middle, and twice the half width
  const u = f32x4.convert_i32x4_s(i32x4.sub(lowU, highU));
  const v = f32x4.convert_i32x4_s(i32x4.sub(lowV, highV));
  const h = f32x4.convert_i32x4_s(i32x4.add(lowU, highU));
  const g = f32x4.convert_i32x4_s(i32x4.add(lowV, highV));
  const a = sum3(f32x4.mul(u, u));
  const b = sum3(f32x4.mul(v, v));
  const c = sum3(f32x4.mul(u, v));
  const least = (<f32>2 * UNITS * apart) / way + <f32>sqrt(sum3(f32x4.add(f32x4.mul(h, h), f32x4.mul(g, g))));
  // F₀ᵀF₀ − least² is positive; the last term has the rounding of all these
  const rest: f32 = least * least * <f32>1.00001 + <f32>1e-5 * (a + b);
  return a > rest && b > rest && (a - rest) * (b - rest) > c * c * <f32>1.00001;
}

// @ts-ignore: decorator
@inline
function sum3(a: v128): f32 {
  return f32x4.extract_lane(a, 0) + f32x4.extract_lane(a, 1) + f32x4.extract_lane(a, 2);
}

/** Gathers the elements that the triangles of two cells own, or of one. */
function addCells(i: i32, j: i32, k: i32, m: i32): void {
  const triangles = <usize>load<u32>(theMesh, words.SHEET_TRIANGLES);
  const first = triangles + <usize>load<u32>(sheetA, at.TRIANGLES_AT) + 8 * <usize>(j * columnsOf(sheetA, 0) + i);
  const second = triangles + <usize>load<u32>(sheetB, at.TRIANGLES_AT) + 8 * <usize>(m * columnsOf(sheetB, 0) + k);
  if (first == second) addTriangles(load<i32>(first), load<i32>(first, 4));
  else {
    for (let n: usize = 0; n < 8; n += 4) {
      addTriangles(load<i32>(first + n), load<i32>(second));
      addTriangles(load<i32>(first + n), load<i32>(second, 4));
    }
  }
  const isFull =
    max(points - <usize>load<u32>(theMesh, words.FOUND_POINTS), edges - <usize>load<u32>(theMesh, words.FOUND_EDGES)) > GATHERED;
  if (isFull) flush();
}

function addTriangles(t: i32, u: i32): void {
  const owned = <usize>load<u32>(theMesh, words.OWNED);
  const own = vector(owned, min(t, u));
  const other = vector(owned, max(t, u));
  left--;
  storeCorners(t);
  storeCorners(u);
  addPoints(own, max(t, u));
  addPoints(other, min(t, u));
  const end = i32x4.extract_lane(own, 3);
  const last = i32x4.extract_lane(other, 3);
  for (let e = i32x4.extract_lane(own, 2); e < end; e++) {
    for (let f = i32x4.extract_lane(other, 2); f < last; f++, edges += 8) {
      store<i32>(edges, e);
      store<i32>(edges, f, 4);
    }
  }
}

function storeCorners(t: i32): void {
  const corners = <usize>load<u32>(theMesh, words.TRIANGLES) + 12 * <usize>t;
  for (let c: usize = 0; c < 12; c += 4) storeWay(theMesh, <usize>load<u32>(corners + c));
}

// @ts-ignore: decorator
@inline
function addPoints(owned: v128, t: i32): void {
  const all = <usize>load<u32>(theMesh, words.POINTS);
  const end = i32x4.extract_lane(owned, 1);
  for (let p = i32x4.extract_lane(owned, 0); p < end; p++, points += 8) {
    store<i32>(points, word(all, p));
    store<i32>(points, t, 4);
  }
}

/** Tests what was gathered. */
function flush(): void {
  const firstPoint = <usize>load<u32>(theMesh, words.FOUND_POINTS);
  const firstEdge = <usize>load<u32>(theMesh, words.FOUND_EDGES);
  addPointTriangles(theMesh, firstPoint, points, false);
  addEdgeEdges(theMesh, firstEdge, edges, false);
  points = firstPoint;
  edges = firstEdge;
}
