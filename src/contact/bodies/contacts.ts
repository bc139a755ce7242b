import type { ContactHandling } from "../../core/constraints.ts";
import type { ConeArrays } from "../../kernels/cones/cone-store.ts";

/** The contacts of particles with bodies in one step, by particle. */
export interface Contacts {
  /** 1 for a particle that the method holds: it ends at `place` [m] with `velocity` [m/s], that of the surface. */
  readonly stuck: Uint8Array;
  readonly velocity: Float64Array;
  readonly place: Float64Array;
  /** The body on which a particle slides, −1 where it does not; the normal there; N h/m and |f_t| h/m, the push into it and the drive along it [m/s]. */
  readonly slidesOn: Int32Array;
  readonly normal: Float64Array;
  readonly push: Float64Array;
  readonly drive: Float64Array;
  /** The body on which a proposal was to put a particle, −1 where there is none (foresight). */
  readonly foreseenOn: Int32Array;
  /** The force by which a body pressed on a particle that slid on it through the last step [N], 0 where it is not known (pressing). */
  readonly pressing: Float64Array;
  /** The same through this step. */
  readonly nextPressing: Float64Array;
  /** The force by which bodies pressed on each particle in the last step [N]: for views; no step computes with it. */
  readonly pressForce: Float64Array;
  /** Friction of those that slide on, by that force and over their speed: μN/|v_t| [kg/s], 0 for others. For methods that apply friction. */
  readonly grip: Float64Array;
  /**
   * What the method does with sliders. Where it weighs friction, proposals decide what friction stops (sliding-friction), and not the law. Where it
   * reports no impulses, `pressing` is what the correction found.
   */
  readonly handling: ContactHandling;
}

/** In the arrays of kernels, where there are some. */
export function createContacts(particleCount: number, handling: ContactHandling, kernels?: ConeArrays): Contacts {
  const n = particleCount;
  return {
    stuck: kernels?.stuck ?? new Uint8Array(n),
    velocity: kernels?.velocity ?? new Float64Array(3 * n),
    place: kernels?.place ?? new Float64Array(3 * n),
    slidesOn: (kernels?.slidesOn ?? new Int32Array(n)).fill(-1),
    normal: kernels?.normal ?? new Float64Array(3 * n),
    push: kernels?.push ?? new Float64Array(n),
    drive: kernels?.drive ?? new Float64Array(n),
    foreseenOn: (kernels?.foreseenOn ?? new Int32Array(n)).fill(-1),
    pressing: kernels?.pressing ?? new Float64Array(n),
    nextPressing: kernels?.nextPressing ?? new Float64Array(n),
    pressForce: kernels?.pressForce ?? new Float64Array(n),
    grip: kernels?.grip ?? new Float64Array(n),
    handling,
  };
}
