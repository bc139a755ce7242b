import type { StepContext } from "../../core/step-context.ts";
import type { BodyArrays } from "../../kernels/bodies/body-arrays.ts";

/**
 * Tells the method of the contacts with bodies: a stuck particle is held like a pin that goes with the surface, a sliding one has the
 * velocity of the surface along the normal.
 */
export function holdContacts(step: StepContext, contacts: BodyArrays): void {
  const { stuck, slidesOn, velocity, normal, grip } = contacts;
  const { v } = step.from;
  const { sliders } = step.pins;
  for (let i = 0; i < stuck.length; i++) {
    if (stuck[i] !== 0) hold(i, step, contacts);
    else if (slidesOn[i] >= 0 && sliders !== undefined) {
      let off = 0;
      for (let c = 3 * i; c < 3 * i + 3; c++) off += (v[c] - velocity[c]) * normal[c];
      const k = sliders.count++;
      sliders.indices[k] = i;
      sliders.grips[k] = grip[i];
      for (let c = 0; c < 3; c++) {
        sliders.normals[3 * k + c] = normal[3 * i + c];
        v[3 * i + c] -= off * normal[3 * i + c];
        sliders.slips[3 * k + c] = v[3 * i + c] - velocity[3 * i + c];
      }
    }
  }
}

/** Has the method hold particle i at its place on its body. */
export function hold(i: number, { from: { x, v }, h, pins }: StepContext, { place }: Pick<BodyArrays, "place">): void {
  pins.held[i] = 1;
  pins.indices[pins.count++] = i;
  for (let c = 3 * i; c < 3 * i + 3; c++) v[c] = (place[c] - x[c]) / h;
}
