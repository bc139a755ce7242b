import { at, cross, dot, length, type Mat, minus, sum, unit, type Vec, zeros } from "./plain-algebra.ts";

/** A network scene as the scene file holds it. */
export interface NetworkScene {
  drape: 1;
  gravity?: Vec;
  timestep: number;
  solver: { method: string; jacobian?: string; [option: string]: unknown };
  cloths: NetworkCloth[];
  wind?: { velocity: Vec; density: number; until?: number };
}

export interface NetworkCloth {
  network: {
    positions: Vec[];
    velocities?: Vec[];
    masses: number | number[];
    springs: [i: number, j: number, restLength: number, stiffness: number, kind: "stretch" | "shear" | "bend"][];
    triangles?: number[][];
    material?: Vec[];
    triangleStiffness?: { u?: number; v?: number; shearU?: number; shearV?: number };
    bendModulus?: number;
    /** i, j, k, l, α_i, α_j, α_k, α_l, λ */
    hinges?: number[][];
  };
  pins?: number[];
  springModel?: "symmetric" | "asymmetric";
  damping?: { viscous?: number; relative?: number };
}

/** A spring row; `strong` is type 1, `slack` lets it go limp when compressed. */
export interface Spring {
  i: number;
  j: number;
  L: number;
  k: number;
  strong: boolean;
  slack: boolean;
  damper: number;
}

export interface Model {
  n: number;
  mass: number[];
  viscous: number[];
  pinned: boolean[];
  springs: Spring[];
  triangles: number[][];
  /** The triangles that have material coordinates and a stiffness: corners, (u, v) of each, and k of u, v, shearU, shearV. */
  elements: { corners: number[]; uv: Vec[]; k: Vec }[];
  /** The cloths that lie in the plane, with their first particle, (u, v) of each and corners. */
  sheets: { start: number; material: Vec[]; triangles: number[][] }[];
  hinges: number[][];
  gravity: Vec;
  wind: NetworkScene["wind"];
  jacobian: string;
  alpha: number;
  weakInMatrix: boolean;
}

const DEFAULT_LAWS: Record<string, string> = { "gauss-seidel": "asymmetric", "choi-ko": "asymmetric" };
const DEFAULT_JACOBIANS: Record<string, string> = { "gauss-seidel": "smoothed", "block-jacobi": "projected" };
/** Of methods that leave no choice. */
const FIXED_JACOBIANS: Record<string, string> = {
  "choi-ko": "choi",
  "scalar-jacobi": "isotropic",
  desbrun: "isotropic",
};

export function readModel(scene: NetworkScene): Model {
  const { solver } = scene;
  const model: Model = {
    n: 0,
    mass: [],
    viscous: [],
    pinned: [],
    springs: [],
    triangles: [],
    elements: [],
    sheets: [],
    hinges: [],
    gravity: scene.gravity ?? [0, -9.81, 0],
    wind: scene.wind,
    jacobian: FIXED_JACOBIANS[solver.method] ?? solver.jacobian ?? DEFAULT_JACOBIANS[solver.method] ?? "clamped",
    alpha: (solver.alpha as number) ?? 0.8,
    weakInMatrix: solver.method in FIXED_JACOBIANS || solver.jacobianSprings !== "stretch",
  };
  for (const { network, pins = [], springModel, damping = {} } of scene.cloths) {
    const start = model.n;
    const count = network.positions.length;
    for (let i = 0; i < count; i++) {
      model.mass.push(typeof network.masses === "number" ? network.masses : network.masses[i]);
      model.viscous.push(damping.viscous ?? 0);
      model.pinned.push(pins.includes(i));
    }
    for (const [i, j, L, k, kind] of network.springs) {
      const strong = kind !== "bend";
      const slack = strong && (springModel ?? DEFAULT_LAWS[solver.method]) === "asymmetric";
      model.springs.push({ i: start + i, j: start + j, L, k, strong, slack, damper: damping.relative ?? 0 });
    }
    const triangles = network.triangles ?? [];
    model.triangles.push(...triangles.map((corners) => corners.map((c) => start + c)));
    const { material, triangleStiffness: k } = network;
    if (material !== undefined) model.sheets.push({ start, material, triangles });
    if (material !== undefined && k !== undefined) {
      for (const corners of triangles) {
        model.elements.push({
          corners: corners.map((c) => start + c),
          uv: corners.map((c) => material[c]),
          k: [k.u ?? 0, k.v ?? 0, k.shearU ?? 0, k.shearV ?? 0],
        });
      }
    }
    const hinges =
      network.hinges ?? (network.bendModulus ? meshHinges(triangles, network.material ?? network.positions, network.bendModulus) : []);
    if (solver.bending !== false) {
      model.hinges.push(...hinges.map((row) => row.map((value, a) => (a < 4 ? start + value : value))));
    }
    model.n += count;
  }
  return model;
}

export function startState(scene: NetworkScene, model: Model): { x: Vec; v: Vec } {
  const x = scene.cloths.flatMap(({ network }) => network.positions.flat());
  const v = scene.cloths.flatMap(({ network }) => (network.velocities ?? network.positions.map(() => [0, 0, 0])).flat());
  return { x, v: v.map((value, c) => (model.pinned[Math.floor(c / 3)] ? 0 : value)) };
}

/** Hinges over every edge of two triangles, from a flat rest shape in two or three dimensions. */
function meshHinges(triangles: number[][], rest: Vec[], modulus: number): number[][] {
  const point = (i: number): Vec => [rest[i][0], rest[i][1], rest[i][2] ?? 0];
  const hinges: number[][] = [];
  triangles.forEach((first, a) => {
    for (const second of triangles.slice(a + 1)) {
      const edge = first.filter((corner) => second.includes(corner));
      if (edge.length !== 2) continue;
      const i = first.find((corner) => !edge.includes(corner)) as number;
      const j = second.find((corner) => !edge.includes(corner)) as number;
      // the edge from k to l such that the first triangle turns as (k, l, i)
      const k = first[(first.indexOf(i) + 1) % 3];
      const l = first[(first.indexOf(i) + 2) % 3];
      const [xi, xj, xk, xl] = [i, j, k, l].map(point);
      const normal = unit(cross(minus(xl, xk), minus(xi, xk)));
      const wedge = (p: Vec, q: Vec, r: Vec): number => dot(cross(minus(p, q), minus(p, r)), normal);
      const Ni = wedge(xi, xk, xl);
      const Nj = wedge(xj, xl, xk);
      const Nk = wedge(xk, xj, xi);
      const Nl = wedge(xl, xi, xj);
      const alphas = [Nj / (Ni + Nj), Ni / (Ni + Nj), -Nl / (Nk + Nl), -Nk / (Nk + Nl)];
      const edgeLength = length(minus(xl, xk));
      const lambda = (2 * modulus * edgeLength ** 4 * (Math.abs(Ni) + Math.abs(Nj))) / (Math.abs(Ni) * Math.abs(Nj)) ** 2;
      hinges.push([i, j, k, l, ...alphas, lambda]);
    }
  });
  return hinges;
}

export function springForce(model: Model, x: Vec): Vec {
  const f = x.map(() => 0);
  for (const { i, j, L, k, slack } of model.springs) {
    const d = minus(at(x, j), at(x, i));
    const r = length(d);
    if (r === 0 || (slack && r <= L)) continue;
    for (let c = 0; c < 3; c++) {
      f[3 * i + c] += (k * (r - L) * d[c]) / r;
      f[3 * j + c] -= (k * (r - L) * d[c]) / r;
    }
  }
  return sum(f, hingeForce(model, x));
}

export function hingeForce(model: Model, x: Vec): Vec {
  const f = x.map(() => 0);
  for (const hinge of model.hinges) {
    for (let c = 0; c < 3; c++) {
      let R = 0;
      for (let a = 0; a < 4; a++) R += hinge[4 + a] * x[3 * hinge[a] + c];
      for (let a = 0; a < 4; a++) f[3 * hinge[a] + c] -= hinge[8] * hinge[4 + a] * R;
    }
  }
  return f;
}

export function externalForce(model: Model, x: Vec, v: Vec, t: number): Vec {
  const f = x.map((_, c) => model.mass[Math.floor(c / 3)] * model.gravity[c % 3]);
  const { wind } = model;
  if (wind === undefined || t >= (wind.until ?? Number.POSITIVE_INFINITY)) return f;
  for (const [a, b, c] of model.triangles) {
    const N = cross(minus(at(x, b), at(x, a)), minus(at(x, c), at(x, a))).map((value) => value / 2);
    const A = length(N);
    const n = N.map((value) => value / A);
    const relative = wind.velocity.map((w, axis) => w - (v[3 * a + axis] + v[3 * b + axis] + v[3 * c + axis]) / 3);
    const pressure = wind.density * A * dot(n, relative);
    for (const corner of [a, b, c]) {
      for (let axis = 0; axis < 3; axis++) f[3 * corner + axis] += (pressure * n[axis]) / 3;
    }
  }
  return f;
}

/** K = −∂f/∂x by the chosen model; `law` asks for the derivative of the springs' own law. */
export function stiffnessMatrix(model: Model, x: Vec, jacobian: string): Mat {
  const K = zeros(3 * model.n);
  for (const { i, j, L, k, strong, slack } of model.springs) {
    if (!strong && !model.weakInMatrix && jacobian !== "law") continue;
    const d = minus(at(x, j), at(x, i));
    const r = length(d);
    const u = d.map((value) => value / r);
    let along = k;
    let across = k * (1 - L / r);
    if (jacobian === "law") {
      if (slack && r <= L) along = across = 0;
    } else if (jacobian === "projected") across = 0;
    else if (jacobian === "isotropic") across = k;
    else if (jacobian !== "exact") across = Math.max(0, across);
    if (jacobian === "choi" && strong && !(r > L)) along = across = 0;
    if (jacobian === "smoothed" && strong && r < L) {
      along = r / L > model.alpha ? (k * (r / L - model.alpha)) / (1 - model.alpha) : 0;
    }
    for (let p = 0; p < 3; p++) {
      for (let q = 0; q < 3; q++) {
        const block = along * u[p] * u[q] + across * ((p === q ? 1 : 0) - u[p] * u[q]);
        K[3 * i + p][3 * i + q] += block;
        K[3 * j + p][3 * j + q] += block;
        K[3 * i + p][3 * j + q] -= block;
        K[3 * j + p][3 * i + q] -= block;
      }
    }
  }
  for (const hinge of model.hinges) {
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++) {
        for (let c = 0; c < 3; c++) K[3 * hinge[a] + c][3 * hinge[b] + c] += hinge[8] * hinge[4 + a] * hinge[4 + b];
      }
    }
  }
  return K;
}

/** C with damping force −C v. */
export function dampingMatrix(model: Model): Mat {
  const C = zeros(3 * model.n);
  for (let c = 0; c < 3 * model.n; c++) C[c][c] += model.viscous[Math.floor(c / 3)];
  for (const { i, j, damper } of model.springs) {
    for (let c = 0; c < 3; c++) {
      C[3 * i + c][3 * i + c] += damper;
      C[3 * j + c][3 * j + c] += damper;
      C[3 * i + c][3 * j + c] -= damper;
      C[3 * j + c][3 * i + c] -= damper;
    }
  }
  return C;
}
