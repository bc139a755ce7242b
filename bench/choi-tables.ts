/**
 * The tables of [Choi13] again, with its numbers beside ours: eigenvalues (6.1), fill (7.1, 7.2), steps by part (7.3 to 7.5) and
 * substitution by order (7.6, 7.7).
 *
 *     npm run bench -- choi-tables [eigenvalues] [fill] [steps] [solves] [size=74] [kappa=60] [steps=40] [frames=18] [largest=5000] [budget=300]
 *
 * Without words, all of them. `size` and `kappa` (h²k/m) narrow the steps to one grid and one stiffness, `steps` is how many are measured, after `frames`
 * frames of swinging; `largest` leaves out solves with more vertices, `budget` is the least time [ms] for each of them.
 */
import { readArguments } from "./support/arguments.ts";
import { publishEigenvalues } from "./support/choi-eigenvalues.ts";
import { publishFill } from "./support/choi-fill.ts";
import { publishSolves } from "./support/choi-solves.ts";
import { CHOI_SIZES, CHOI_STIFFNESSES, publishSteps } from "./support/choi-steps.ts";

const PARTS: readonly string[] = ["eigenvalues", "fill", "steps", "solves"];
const { words, numbers } = readArguments({ size: 0, kappa: 0, steps: 40, frames: 18, largest: 5000, budget: 300 });
for (const word of words) if (!PARTS.includes(word)) throw new Error(`no part ${word}; there are: ${PARTS.join(", ")}`);
const wanted = (part: string): boolean => words.length === 0 || words.includes(part);

if (wanted("eigenvalues")) publishEigenvalues();
if (wanted("fill")) publishFill();
if (wanted("steps")) {
  const sizes = numbers.size > 0 ? [numbers.size] : CHOI_SIZES;
  const kappas = numbers.kappa > 0 ? [numbers.kappa] : CHOI_STIFFNESSES;
  await publishSteps(sizes, kappas, numbers.steps, numbers.frames);
}
if (wanted("solves")) publishSolves(numbers.largest, numbers.budget);
