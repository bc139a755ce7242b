/** A surface as a scene's mesh collider has it. */
export interface InlineMesh {
  readonly positions: number[][];
  readonly triangles: number[][];
}

/** A ring of a surface of revolution about the y axis: radius and height [m]. */
export type Ring = readonly [radius: number, y: number];

/** What a line of rings sweeps out about the y axis, open at both ends unless a ring has radius 0, which is a single point. */
export function revolve(rings: readonly Ring[], sides: number): InlineMesh {
  const positions: number[][] = [];
  const triangles: number[][] = [];
  const starts = rings.map(([radius, y]) => {
    const start = positions.length;
    for (let s = 0; s < (radius === 0 ? 1 : sides); s++) {
      const angle = (2 * Math.PI * s) / sides;
      positions.push([radius * Math.cos(angle), y, radius * Math.sin(angle)]);
    }
    return start;
  });
  const at = (ring: number, s: number): number => starts[ring] + (rings[ring][0] === 0 ? 0 : s % sides);
  for (let r = 0; r + 1 < rings.length; r++) {
    for (let s = 0; s < sides; s++) {
      const [a, b, c, d] = [at(r, s), at(r, s + 1), at(r + 1, s), at(r + 1, s + 1)];
      if (a !== b) triangles.push([a, b, d]);
      if (c !== d) triangles.push([a, d, c]);
    }
  }
  return { positions, triangles };
}

/** Copies of a mesh, shifted [m], as one mesh. */
export function repeatMesh(mesh: InlineMesh, offsets: readonly (readonly number[])[]): InlineMesh {
  const count = mesh.positions.length;
  return {
    positions: offsets.flatMap((offset) => mesh.positions.map((p) => p.map((value, c) => value + offset[c]))),
    triangles: offsets.flatMap((_, n) => mesh.triangles.map((t) => t.map((i) => n * count + i))),
  };
}

/** A regular tetrahedron with one corner down, about `centre`, whose corners lie on a sphere of the given radius [m]. */
export function tetrahedron(centre: readonly number[], radius: number): InlineMesh {
  const corners = [[0, -1, 0]];
  for (let k = 0; k < 3; k++) {
    const angle = (2 * Math.PI * k) / 3;
    corners.push([(Math.sqrt(8) / 3) * Math.cos(angle), 1 / 3, (Math.sqrt(8) / 3) * Math.sin(angle)]);
  }
  return {
    positions: corners.map((p) => p.map((value, c) => centre[c] + radius * value)),
    triangles: [
      [0, 1, 2],
      [0, 2, 3],
      [0, 3, 1],
      [1, 3, 2],
    ],
  };
}

/** The text of an OBJ file. */
export function formatObj({ positions, triangles }: InlineMesh): string {
  const vertices = positions.map((p) => `v ${p.join(" ")}\n`);
  const faces = triangles.map((t) => `f ${t.map((i) => i + 1).join(" ")}\n`);
  return vertices.join("") + faces.join("");
}
