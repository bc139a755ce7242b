import { UnsupportedError } from "../core/errors.ts";
import { prepareBlockKernels } from "../kernels/blocks/block-kernels.ts";
import type { KernelModule } from "../kernels/module.ts";
import { loadModule, loadSearchModule } from "../kernels/shared-kernels.ts";
import { meansWasm, type RunSetup } from "../sim/setup.ts";
import { ROOMS } from "./rooms.ts";

/** The number from which on a step takes long enough to be shared by threads. */
const THREADS_FROM = 10000;
/** So many particles of a page have kernels at every body that they know. */
const BODIES_FROM = 1200;
/** More gain little: memory is shared too. */
const MOST_THREADS = 4;

/**
 * The same setup with the kernels that it asks for, on this number of threads, or one that suits the cloth, and with what its solves ask for besides. The page has about as many cloths like it as
 * `alike` says.
 */
export async function withKernels<S extends RunSetup>(plain: S, threads?: number, alike = 1): Promise<S> {
  const { preconditioner = "blocks" } = plain.options;
  const setup = preconditioner === "blocks" ? plain : (await ROOMS.furtherMethods()).precondition(plain);
  const kernels = await chooseKernels(setup, threads);
  return { ...setup, kernels, searchKernels: kernels && (await loadContact(setup, alike)) };
}

/** The kernels of contact, where they have something to do: at surfaces, and at bodies of a form that they know. */
async function loadContact(setup: RunSetup, alike: number): Promise<KernelModule | undefined> {
  const search = await (setup.collision?.prepareSurfaces && loadSearchModule());
  const bodies = hasBodies(setup, alike) ? await (await ROOMS.bodyKernels()).load() : undefined;
  return (search ?? bodies) && { ...bodies, ...(search ?? (bodies as KernelModule)) };
}

/** Small cloths at bodies of a single form are left to TypeScript, which costs them little: kernels would have to be loaded. */
function hasBodies({ cloth, collision, options: { kernels } }: RunSetup, alike: number): boolean | undefined {
  const isLarge = alike * cloth.particleCount >= BODIES_FROM || collision?.prepareSurfaces || kernels === "wasm";
  return collision?.colliders.some(({ shape }) => shape.packed ?? (isLarge && shape.spec));
}

/** The kernels that the method's option `kernels` asks for; undefined for those in TypeScript. Never by the clock: the bits depend on it. */
async function chooseKernels(setup: RunSetup, threads?: number): Promise<KernelModule | undefined> {
  const { method, options, cloth, collision } = setup;
  const { kernels } = options;
  if (kernels === undefined || kernels === "typescript") return undefined;
  if (kernels === "auto" && !meansWasm(setup)) return undefined;
  const module = await loadModule(threads ?? (await fitThreads(cloth.particleCount)), method.kernels);
  if (module === undefined && kernels === "wasm") {
    throw new UnsupportedError('WebAssembly with SIMD is not to be had here: use "kernels": "auto" or "typescript"');
  }
  const surfaces = collision?.prepareSurfaces && (await ROOMS.surfaces());
  return module && { ...module, prepareBlocks: prepareBlockKernels, ...(surfaces && { createTies: surfaces.createBlockCouplings }) };
}

/** How many threads suit a cloth. */
async function fitThreads(particleCount: number): Promise<number> {
  if (particleCount < THREADS_FROM) return 1;
  const { countCores } = await import("../kernels/team.ts");
  return Math.min(countCores(), MOST_THREADS);
}
