import type { Vec3 } from "../../core/vec3.ts";
import type { SceneInput, SolverInput } from "../../scene/scene-input.ts";
import { formatNumber } from "../format-number.ts";

/** What [Kim06, fig. 4] prints: particles a side, stiffness of type 1 and type 2 springs, Δt, gravity, damping; and of [Kim06, fig. 3] the stiffness of type 1 springs. */
export const KIM = {
  side: 80,
  stiffness: 50,
  weak: 0.1,
  timestep: 0.25,
  gravity: 0.03,
  damping: 0.05,
  stiff: 1000,
} as const;

/** Particles a side of the cloths that the page runs: they keep their pace on a phone. */
export const LIVE_SIDE = 32;

/** Choi & Ko's implicit method where it is what others are held against over a long way: a tolerance of 10⁻⁶ gives the same cloth to 10⁻⁴ of its side. */
export const IMPLICIT = { method: "choi-ko", tolerance: 1e-3, kernels: "wasm" } as const;

/** The stiffness of type 1 springs with which k Δt²/m is κ. */
export function stiffnessOf(kappa: number): number {
  return kappa / (KIM.timestep * KIM.timestep);
}

/** Values of k Δt²/m as texts and tables write them, in one form all over. */
export function listKappas(...kappas: readonly number[]): string {
  return kappas.map((kappa) => formatNumber(kappa)).join(", ");
}

/** Said of verdicts that were judged by another strain at first. */
export const TORN_BEFORE =
  "A cloth counted as torn from eleven times the length of a spring on; three times is torn to any eye. The outcome here is the same.";

/** A method of the paper's comparison. */
export interface KimMethod {
  readonly name: string;
  readonly title: string;
  readonly solver: SolverInput;
}

/** The nine methods of [Kim06, fig. 4], in its order. */
export const NINE_METHODS: readonly KimMethod[] = [
  { name: "a", title: "(a) Kim, η = 1", solver: { method: "gauss-seidel", sweeps: 1 } },
  { name: "b", title: "(b) Kim, η = 2", solver: { method: "gauss-seidel", sweeps: 2 } },
  { name: "c", title: "(c) Kim, η = 4", solver: { method: "gauss-seidel", sweeps: 4 } },
  { name: "d", title: "(d) Choi & Ko, implicit", solver: { method: "choi-ko" } },
  { name: "e", title: "(e) Kang 2, η = 1", solver: { method: "block-jacobi", sweeps: 1 } },
  { name: "f", title: "(f) Kang 2, η = 3", solver: { method: "block-jacobi", sweeps: 3 } },
  { name: "g", title: "(g) Kang 2, η = 4", solver: { method: "block-jacobi", sweeps: 4 } },
  { name: "h", title: "(h) Kang 1", solver: { method: "scalar-jacobi" } },
  { name: "i", title: "(i) Desbrun", solver: { method: "desbrun" } },
];

/** What differs from the cloth of [Kim06, fig. 4]. */
export interface KimClothOptions {
  readonly title: string;
  readonly description: string;
  /** Particles a side; they are one unit apart. */
  readonly side?: number;
  /** Stiffness of type 1 springs. */
  readonly stiffness?: number;
  /** Stiffness of type 2 springs. */
  readonly weak?: number;
  /** The law of type 1 springs; the method's own without. */
  readonly springModel?: "symmetric" | "asymmetric";
  readonly timestep?: number;
  readonly gravity?: Vec3;
  readonly damping?: number;
  /** [s] */
  readonly duration?: number;
  readonly pins?: readonly string[];
  readonly solver?: SolverInput;
  readonly methods?: readonly KimMethod[];
  /** From where it is looked, in sides of the cloth from its middle. */
  readonly eye?: Vec3;
  readonly target?: Vec3;
}

/**
 * The cloth of [Kim06, sec. 5]: unit masses one unit apart, type 1 springs to the eight neighbours and type 2 springs two away, level at the
 * start and anchored at two corners.
 */
export function kimCloth(options: KimClothOptions): SceneInput {
  const {
    side = KIM.side,
    stiffness = KIM.stiffness,
    weak = KIM.weak,
    springModel,
    timestep = KIM.timestep,
    gravity = [0, -KIM.gravity, 0],
    damping = KIM.damping,
    duration = 100,
  } = options;
  const { pins = ["top-left", "top-right"], methods = [], solver = { method: "gauss-seidel", sweeps: 4 } } = options;
  const { eye = [1.15, 0.55, 1.75], target = [0, -0.42, 0] } = options;
  const size = side - 1;
  const height = size;
  const place = (share: Vec3): Vec3 => [share[0] * size, height + share[1] * size, share[2] * size];
  return {
    drape: 1,
    title: options.title,
    description: options.description,
    gravity,
    timestep,
    duration,
    solver,
    cloths: [
      {
        name: "cloth",
        grid: {
          columns: side,
          rows: side,
          width: size,
          height: size,
          origin: [-size / 2, height, -size / 2],
          v: [0, 0, 1],
        },
        springs: { stretch: stiffness, shear: stiffness, bend: weak, bendDiagonal: weak },
        masses: 1,
        ...(springModel === undefined ? {} : { springModel }),
        damping: { viscous: damping },
        ...(pins.length > 0 ? { pins } : {}),
      },
    ],
    camera: { position: place(eye), target: place(target) },
    floor: -0.5 * size,
    ...(methods.length > 0 ? { variants: methods.map(({ name, title, solver }) => ({ name, title, solver })) } : {}),
  };
}
