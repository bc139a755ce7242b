import fc from "fast-check";

/** Strokes of scissors over any mesh: lists of (any number, a side of a triangle). */
export const strokes: fc.Arbitrary<[number, number][][]> = fc.array(
  fc.array(fc.tuple(fc.nat({ max: 100_000 }), fc.nat({ max: 2 })), { minLength: 1, maxLength: 40 }),
  { minLength: 1, maxLength: 5 },
);

/** The edges of a stroke in a mesh. A stroke that goes on at the next triangle opens something sooner than one that jumps about. */
export function edgesOf(stroke: readonly (readonly [number, number])[], triangles: Uint32Array): [number, number][] {
  const count = triangles.length / 3;
  const first = stroke[0][0] % count;
  return stroke.map(([t, k], n) => {
    const q = 3 * (n % 4 === 3 ? t % count : (first + n) % count);
    return [triangles[q + k], triangles[q + ((k + 1) % 3)]];
  });
}
