import { BODIES } from "../../kernels/binaries/bodies.ts";
import { createBodyKernels } from "../../kernels/bodies/body-kernels.ts";
import { loadBinary } from "../../kernels/kernels.ts";
import type { KernelModule } from "../../kernels/module.ts";
import type { Collider } from "../shapes/collider.ts";
import { packForm } from "../shapes/pack-form.ts";

/** The kernels of bodies, with what makes them for those of a scene. */
export async function loadBodyKernels(): Promise<KernelModule | undefined> {
  const module = await loadBinary(BODIES);
  return (
    module && {
      ...module,
      createBodies(colliders: readonly Collider[], motion, cloth) {
        const packed = colliders.map(({ shape, thickness, friction }) => ({
          packed: packForm(shape),
          bound: shape.bound,
          thickness,
          friction,
        }));
        return createBodyKernels(packed, motion, cloth, module);
      },
    }
  );
}
