import { createSheet, type RaceCloth } from "../race-cloth.ts";
import type { RaceScene } from "../race-scene.ts";

/** Between the halves at the start [m], about. */
const GAP = 0.03;

/**
 * Folded in half, with self-contact: the lower half is held by its four corners, the upper one is free and falls on it, with friction and a little air. Where cloth
 * does not meet cloth the upper half falls through.
 */
export const fold: RaceScene = {
  name: "fold",
  title: "folded in half, falling on itself",
  frames: 90,
  strain: "peak",
  createCloth: createFoldedSheet,
};

/** The fold has two right angles, along rows: every cell is flat, so nothing is strained. */
function createFoldedSheet(size: number): RaceCloth {
  const cells = size - 1;
  const gap = gapCells(cells);
  const half = (cells - gap) / 2;
  const last = half * size;
  const flat = createSheet({
    scene: "fold",
    size,
    origin: [-0.5, 0, -0.25],
    v: [0, 0, 1],
    pins: [0, cells, last, last + cells],
    damping: 1,
    selfContact: { friction: 0.5, thickness: 0.002 },
  });
  const spacing = 1 / cells;
  for (let i = 0, c = 0; i < flat.particleCount; i++, c += 3) {
    const row = Math.floor(i / size);
    const up = Math.min(Math.max(row - half, 0), gap);
    const back = Math.max(row - half - gap, 0);
    flat.positions[c + 1] = up * spacing;
    flat.positions[c + 2] = -0.25 + (Math.min(row, half) - back) * spacing;
  }
  return flat;
}

/** The number of cells nearest to the gap that leaves two equal halves. */
function gapCells(cells: number): number {
  const parity = cells % 2;
  return Math.max(2 - parity, 2 * Math.round((GAP * cells - parity) / 2) + parity);
}
