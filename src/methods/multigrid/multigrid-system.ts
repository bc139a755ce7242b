import type { Pins } from "../../core/constraints.ts";
import { finish, type Slices } from "../../core/slices.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import type { Forces } from "../../forces/catalog.ts";
import type { CycleSystem } from "../../kernels/linear/cycle-jobs.ts";
import { planCycleKernels } from "../../kernels/linear/cycle-kernels.ts";
import { createHeldLevels, type HeldLevels } from "../../linalg/multigrid/held-levels.ts";
import { type Hierarchy, prepareHierarchy } from "../../linalg/multigrid/hierarchy.ts";
import { addRowProduct } from "../../linalg/multigrid/row-matrix.ts";
import { createVCycle, type VCycle } from "../../linalg/multigrid/v-cycle.ts";
import type { SymmetricMatrix } from "../../linalg/symmetric-matrix.ts";
import { prepareConstantMatrix } from "../linear/constant-matrix.ts";
import type { FineSystem } from "../linear/fine-system.ts";

/** Aggregates are those of the matrix for a step of so many seconds, springs alone in other words: so they do not depend on which step comes first, and patterns on none. */
const LONG_STEP = 1;

/** The matrix A = M + sC + s²K of the fine level with coarser ones, and a V-cycle in place of its inverse. What is held changes nothing but diagonals (src/linalg/multigrid/held-levels.ts). */
export function* prepareMultigridSystem(cloth: Cloth, forces: Forces): Slices<FineSystem & CycleSystem> {
  const { particleCount } = cloth;
  const values = yield* prepareConstantMatrix(cloth, forces, true);
  const { rowCount, rowStart, column } = values.matrix;
  const sum = new Float64Array(3 * particleCount);
  const heldBefore = new Uint8Array(particleCount);
  let hierarchy: Hierarchy = yield* prepareHierarchy(yield* fill(LONG_STEP));
  let held: HeldLevels = createHeldLevels(hierarchy.levels);
  let cycle: VCycle | undefined;
  let step = Number.NaN;
  let heldCount = 0;
  let revision = 0;

  function* fill(s: number): Slices<SymmetricMatrix> {
    const diagonal = new Float64Array(rowCount);
    const offDiagonal = new Float64Array(column.length);
    yield* values.fill(s, diagonal, offDiagonal);
    return { rowCount, rowStart, column, diagonal, offDiagonal };
  }

  function isHeldAlike({ indices, count }: Pins): boolean {
    if (count !== heldCount) return false;
    for (let k = 0; k < count; k++) if (heldBefore[indices[k]] === 0) return false;
    return true;
  }

  function* prepareInSlices(s: number, pins: Pins): Slices<void> {
    if (s !== step) {
      step = Number.NaN; // until it is done
      hierarchy = yield* prepareHierarchy(yield* fill(s), hierarchy);
      held = createHeldLevels(hierarchy.levels);
      cycle = undefined;
    }
    held.hold(pins.held);
    heldBefore.set(pins.held);
    heldCount = pins.count;
    step = s;
    revision++;
  }

  const system: FineSystem & CycleSystem = {
    get hierarchy() {
      return hierarchy;
    },
    get held() {
      return held;
    },
    get revision() {
      return revision;
    },
    history: [],
    prepare(s, pins) {
      if (s !== step || !isHeldAlike(pins)) finish(prepareInSlices(s, pins));
    },
    prepareInSlices,
    solve(b, y) {
      cycle ??= createVCycle(held);
      cycle(b, y);
    },
    subtractProduct(x, out) {
      const { free } = held;
      addRowProduct(hierarchy.whole, -1, x, out, sum);
      for (let c = 0; c < sum.length; c++) out[c] = free[Math.floor(c / 3)] * sum[c];
    },
    matrix: (s) => finish(fill(s)),
    planKernels: () => planCycleKernels(system),
  };
  return system;
}
