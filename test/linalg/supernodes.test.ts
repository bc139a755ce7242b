import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eliminationTree } from "../../src/linalg/elimination-tree.ts";
import { findSupernodes, type Supernodes } from "../../src/linalg/supernodes.ts";
import { selectDense } from "../support/dense.ts";
import { choleskyDense, ORDER_NAMES, randomGrid, randomSparse, someOrder } from "../support/random-sparse.ts";

const cases = fc.tuple(
  fc.integer({ min: 1, max: 40 }),
  fc.nat({ max: 1e6 }),
  fc.constantFrom(0, 0.03, 0.1, 0.3, 1),
  fc.constantFrom(...ORDER_NAMES),
);

/** Every place (row, column) of L that a panel holds, new numbering, and where it stands among the values. */
function places({ count, firstColumn, rowStart, rows, panelStart }: Supernodes): Map<string, number> {
  const found = new Map<string, number>();
  for (let s = 0; s < count; s++) {
    const width = firstColumn[s + 1] - firstColumn[s];
    const own = Array.from({ length: width }, (_, k) => firstColumn[s] + k);
    [...own, ...rows.slice(rowStart[s], rowStart[s + 1])].forEach((row, r) => {
      for (let c = 0; c < width && firstColumn[s] + c <= row; c++) {
        found.set(`${row},${firstColumn[s] + c}`, panelStart[s] + r * width + c);
      }
    });
  }
  return found;
}

describe("supernodes", () => {
  test("share the columns among them, in order, with the rows below ascending and the parent where the first of them is", () => {
    fc.assert(
      fc.property(cases, ([size, seed, density, name]) => {
        const { matrix, graph } = randomSparse(size, seed, density);
        const order = someOrder(graph, name, seed);
        const structure = findSupernodes(matrix, graph, order);
        const { count, firstColumn, rowStart, rows, parent, supernodeOf, rank } = structure;
        expect(firstColumn[0]).toBe(0);
        expect(firstColumn[count]).toBe(size);
        for (let s = 0; s < count; s++) {
          expect(firstColumn[s + 1]).toBeGreaterThan(firstColumn[s]);
          const below = [...rows.slice(rowStart[s], rowStart[s + 1])];
          expect(below).toEqual([...new Set(below)].sort((a, b) => a - b));
          expect(below.every((row) => row >= firstColumn[s + 1] && row < size)).toBe(true);
          expect(parent[s]).toBe(below.length === 0 ? -1 : supernodeOf[below[0]]);
          for (let j = firstColumn[s]; j < firstColumn[s + 1]; j++) expect(supernodeOf[j]).toBe(s);
        }
        for (let k = 0; k < size; k++) expect(rank[order[k]]).toBe(k);
      }),
    );
  });

  test("have room for every nonzero of L, once each, and know where every entry of the matrix goes", () => {
    fc.assert(
      fc.property(cases, ([size, seed, density, name]) => {
        const { A, matrix, graph } = randomSparse(size, seed, density);
        const order = someOrder(graph, name, seed);
        const structure = findSupernodes(matrix, graph, order);
        const { rank, diagonalTarget, offDiagonalTarget, panelStart, count } = structure;
        const room = places(structure);
        expect(new Set(room.values()).size).toBe(room.size);
        for (const target of room.values()) expect(target).toBeLessThan(panelStart[count]);
        const { L } = choleskyDense(selectDense(A, [...order]));
        L.forEach((row, i) => {
          row.forEach((value, j) => {
            if (value !== 0) expect(room.has(`${i},${j}`)).toBe(true);
          });
        });
        for (let i = 0; i < size; i++) {
          expect(diagonalTarget[i]).toBe(room.get(`${rank[i]},${rank[i]}`));
          for (let e = matrix.rowStart[i]; e < matrix.rowStart[i + 1]; e++) {
            const [a, b] = [rank[i], rank[matrix.column[e]]];
            expect(offDiagonalTarget[e]).toBe(room.get(`${Math.max(a, b)},${Math.min(a, b)}`));
          }
        }
      }),
    );
  });

  test("every column of a supernode but the last leads, in the elimination tree, to a later one of it", () => {
    fc.assert(
      fc.property(cases, ([size, seed, density, name]) => {
        const { matrix, graph } = randomSparse(size, seed, density);
        const order = someOrder(graph, name, seed);
        const tree = eliminationTree(graph, order);
        const { count, firstColumn } = findSupernodes(matrix, graph, order);
        for (let s = 0; s < count; s++) {
          for (let j = firstColumn[s]; j + 1 < firstColumn[s + 1]; j++) {
            expect(tree[j]).toBeGreaterThan(j);
            expect(tree[j]).toBeLessThan(firstColumn[s + 1]);
          }
        }
      }),
    );
  });

  test("a full matrix is one supernode, a diagonal one has as many as rows", () => {
    const full = randomSparse(12, 1, 1);
    expect(findSupernodes(full.matrix, full.graph, someOrder(full.graph, "natural", 0)).count).toBe(1);
    const diagonal = randomSparse(12, 1, 0);
    expect(findSupernodes(diagonal.matrix, diagonal.graph, someOrder(diagonal.graph, "natural", 0)).count).toBe(12);
  });

  test("merging brings in few zeros on the pattern of a cloth", () => {
    const { matrix, graph } = randomGrid(24, 24, 1);
    const structure = findSupernodes(matrix, graph, someOrder(graph, "reverse Cuthill–McKee", 0));
    const held = places(structure).size;
    expect(held).toBeGreaterThanOrEqual(structure.fill);
    expect(held / structure.fill).toBeLessThan(1.4);
    expect(structure.count).toBeLessThan(structure.columnCount / 3);
  });
});
