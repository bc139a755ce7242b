// Which particles a proposal puts into a body: the search of src/contact/bodies/foresight.ts, operation for operation.

import * as place from "../../layout/body-places";
import { DEEP, DISTANCE_ROUNDING } from "../../layout/contact-limits";
import { arrayOf, at, gapOf, staysAbove, toBody, turnToWorld } from "./body-memory";
import { findNormal, measureDistance, normalX, normalY, normalZ, phi } from "./measure";

/** Lists the particles of the pairs from `first` to `end` that end in the body, after the `count` listed before, each with its depth beyond the gap and the normal; returns the number of all listed. */
export function foreseeAtBody(body: usize, arrays: usize, first: i32, end: i32, count: i32): i32 {
  const held = arrayOf(arrays, place.HELD);
  const slidesOn = arrayOf(arrays, place.SLIDES_ON);
  const foreseenOn = arrayOf(arrays, place.FORESEEN_ON);
  const deviations = arrayOf(arrays, place.DEVIATIONS);
  const clearance = arrayOf(arrays, place.CLEARANCE);
  const distances = arrayOf(arrays, place.PHI);
  const particles = arrayOf(arrays, place.PARTICLES);
  const endPose = body + place.END_POSE;
  const startPose = body + place.START_POSE;
  for (let k = first; k < end; k++) {
    const i = load<i32>(particles + ((<usize>k) << 2));
    const thickness = gapOf(body, arrays, <usize>i);
    if (at(clearance, k) - at(deviations, i) > thickness + DISTANCE_ROUNDING || load<u8>(held + <usize>i) != 0) continue;
    if (load<i32>(slidesOn + ((<usize>i) << 2)) >= 0 || load<i32>(foreseenOn + ((<usize>i) << 2)) >= 0) continue;
    const next = arrayOf(arrays, place.NEXT_X) + 24 * <usize>i;
    const x = toBody(endPose, 0, next);
    const y = toBody(endPose, 1, next);
    const z = toBody(endPose, 2, next);
    if (staysAbove(arrayOf(arrays, place.FROM) + 24 * <usize>k, at(distances, k), x, y, z, thickness)) continue;
    measureDistance(body, x, y, z);
    const depth = thickness - phi;
    if (!(depth > DEEP)) continue;
    findNormal(body, x, y, z);
    const was = arrayOf(arrays, place.POSITIONS) + 24 * <usize>i;
    const along =
      (x - toBody(startPose, 0, was)) * normalX + (y - toBody(startPose, 1, was)) * normalY + (z - toBody(startPose, 2, was)) * normalZ;
    if (!(along < 0)) continue;
    store<i32>(foreseenOn + ((<usize>i) << 2), <i32>load<f64>(body, place.NUMBER));
    store<i32>(arrayOf(arrays, place.FORESEEN) + ((<usize>count) << 2), i);
    store<f64>(arrayOf(arrays, place.FORESEEN_DEPTHS) + ((<usize>count) << 3), depth);
    const normal = arrayOf(arrays, place.FORESEEN_NORMALS) + 24 * <usize>count;
    store<f64>(normal, turnToWorld(endPose, 0, normalX, normalY, normalZ));
    store<f64>(normal, turnToWorld(endPose, 1, normalX, normalY, normalZ), 8);
    store<f64>(normal, turnToWorld(endPose, 2, normalX, normalY, normalZ), 16);
    count++;
  }
  return count;
}
