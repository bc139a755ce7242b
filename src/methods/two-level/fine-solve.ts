import { FACTOR, type HatKernels, type LinearKernels, type LinearStep, RESULT, type Vector } from "../../kernels/linear/linear-kernels.ts";

/**
 * H y = r with the true Hessian of the moment at all particles, by some conjugate gradients from y = A⁻¹ (r + (A − H) e) on, which leaves the residual (A − H)(y − e). A⁻¹ preconditions:
 *
 *     z = A⁻¹ r,   p = z + βp,   Ap = r + βAp,   Hp = Ap − (A − H) p
 *
 * so that all products are with what the springs have less of than in A. Each iteration comes closer, in the norm of H, and where they end is up to us.
 */
export interface FineSolve {
  /** Moves y on, in a step whose matrices are there; e is what hats have given, if they have. */
  refine(step: LinearStep, e: Vector | undefined, y: Vector): void;
}

/** The end of the iterations: so many, or a norm of the residual of this share of the first. */
const MOST_ITERATIONS = 8;
const TOLERANCE = 0.1;

type SolveKernels = Pick<LinearKernels, "numbers" | "createVector" | "computeDot" | "computeSum" | "solve">;

export function createFineSolve(
  kernels: SolveKernels,
  hats: Pick<HatKernels, "addExcess">,
  mostIterations = MOST_ITERATIONS,
  tolerance = TOLERANCE,
): FineSolve {
  const { numbers } = kernels;
  const residual = kernels.createVector();
  const preconditioned = kernels.createVector();
  const direction = kernels.createVector();
  /** A times the direction, and H times it. */
  const image = kernels.createVector();
  const product = kernels.createVector();

  /** out = y + factor x */
  function add(factor: number, x: Vector, y: Vector, out: Vector): void {
    numbers[FACTOR] = factor;
    kernels.computeSum(x, y, out);
  }

  /** z = A⁻¹ r; result = r · z */
  function precondition(): void {
    kernels.solve(residual, preconditioned);
    kernels.computeDot(residual, preconditioned);
  }

  return {
    refine(step, e, y) {
      if (e === undefined) direction.set(y);
      else add(-1, e, y, direction);
      residual.fill(0);
      hats.addExcess(step, direction, residual);
      precondition();
      direction.set(preconditioned);
      image.set(residual);
      const goal = tolerance * tolerance * numbers[RESULT];
      for (let n = 0; n < mostIterations && numbers[RESULT] > goal; n++) {
        const before = numbers[RESULT];
        product.fill(0);
        hats.addExcess(step, direction, product);
        add(-1, product, image, product);
        kernels.computeDot(direction, product);
        const alpha = before / numbers[RESULT];
        add(alpha, direction, y, y);
        add(-alpha, product, residual, residual);
        precondition();
        const beta = numbers[RESULT] / before;
        add(beta, direction, preconditioned, direction);
        add(beta, image, residual, image);
      }
    },
  };
}
