import { FACTOR, type HatKernels, type LinearKernels, type LinearStep, RESULT, type Vector } from "../../kernels/linear/linear-kernels.ts";

/**
 * H y = r with the true Hessian of the moment at all particles, by some conjugate gradients from y = e + A⁻¹ (r − H e) on, which leaves the residual (A − H)(y − e). A⁻¹ preconditions:
 *
 *     z = A⁻¹ r,   p = z + βp,   Ap = r + βAp,   −Hp = (A − H) p − Ap
 *
 * so that all products are with what the springs have less of than in A. Where a V-cycle B stands for A⁻¹ there is more to compute: the first residual is (r − H e) − H (y − e), and Ap a product of its
 * own. Each iteration comes closer, in the norm of H, and where they end is up to us; they end too where p·Hp is not positive, which only rounding can make it: A is up to a million times H.
 */
export interface FineSolve {
  /** Moves y on, in a step whose matrices are there; e is what hats have given, if they have, and `right`, of which B needs to know, r − H e. */
  refine(step: LinearStep, e: Vector | undefined, right: Vector, y: Vector): void;
}

/** The end of the iterations: so many, or a norm of the residual of this share of the first. */
const MOST_ITERATIONS = 8;
const TOLERANCE = 0.1;

type SolveKernels = Pick<LinearKernels, "numbers" | "createVector" | "computeDot" | "computeSum" | "solve" | "subtractProduct">;

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
  /** A times the direction, where it is known, and −H times it. */
  const image = kernels.createVector();
  const product = kernels.createVector();

  /** out = y − x */
  function subtract(x: Vector, y: Vector, out: Vector): void {
    numbers[FACTOR] = -1;
    kernels.computeSum(x, y, out);
  }

  /** z = A⁻¹ r; result = r · z */
  function precondition(): void {
    kernels.solve(residual, preconditioned);
    kernels.computeDot(residual, preconditioned);
  }

  function computeProduct(step: LinearStep): void {
    product.fill(0);
    hats.addExcess(step, direction, product);
    if (kernels.subtractProduct !== undefined) kernels.subtractProduct(direction, product);
    else subtract(image, product, product);
  }

  return {
    refine(step, e, right, y) {
      if (e === undefined) direction.set(y);
      else subtract(e, y, direction);
      if (kernels.subtractProduct === undefined) residual.fill(0);
      else {
        residual.set(right);
        kernels.subtractProduct(direction, residual);
      }
      hats.addExcess(step, direction, residual);
      precondition();
      direction.set(preconditioned);
      image.set(residual);
      const goal = tolerance * tolerance * numbers[RESULT];
      for (let n = 0; n < mostIterations && numbers[RESULT] > goal; n++) {
        const before = numbers[RESULT];
        computeProduct(step);
        kernels.computeDot(direction, product);
        if (!(numbers[RESULT] < 0)) return;
        const alpha = -before / numbers[RESULT];
        numbers[FACTOR] = alpha; // no number is handed to a call: that would be allocated
        kernels.computeSum(direction, y, y);
        kernels.computeSum(product, residual, residual);
        precondition();
        numbers[FACTOR] = numbers[RESULT] / before; // β
        kernels.computeSum(direction, preconditioned, direction);
        kernels.computeSum(image, residual, image);
      }
    },
  };
}
