/** The corner after corner h of the same triangle, as an index into the packed triangles. */
export function nextCorner(h: number): number {
  return h % 3 === 2 ? h - 2 : h + 1;
}
