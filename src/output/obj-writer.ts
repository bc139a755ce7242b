/** A mesh as Wavefront OBJ text. Comments come first, a line each; numbers keep their full precision. */
export function formatObj(positions: Float64Array, triangles: Uint32Array, uv: Float32Array, comments: readonly string[]): string {
  const lines = comments.map((comment) => `# ${comment.replace(/\s+/g, " ")}`);
  for (let i = 0; i < positions.length; i += 3) {
    lines.push(`v ${positions[i]} ${positions[i + 1]} ${positions[i + 2]}`);
  }
  for (let i = 0; i < uv.length; i += 2) lines.push(`vt ${uv[i]} ${uv[i + 1]}`);
  for (let q = 0; q < triangles.length; q += 3) {
    const corners = [triangles[q] + 1, triangles[q + 1] + 1, triangles[q + 2] + 1];
    lines.push(`f ${corners.map((corner) => (uv.length > 0 ? `${corner}/${corner}` : corner)).join(" ")}`);
  }
  return `${lines.join("\n")}\n`;
}
