import type { Row } from "../support/table.ts";
import { type Contestant, FRAME } from "./contestant.ts";
import { measureStrain } from "./measure.ts";
import { createSheet, type RaceCloth } from "./race-cloth.ts";
import { hang } from "./scenes/hang.ts";

const FALL_FRAMES = 30;
const HANG_FRAMES = 60;

/**
 * Is everybody set up right? Without pins a sheet falls as Galileo says (to first order in the step: g t h/2 too far at most); pins stay;
 * strain falls from the coarsest setting to a finer one; and the sheet hangs below its pins.
 */
export async function checkContestant(contestant: Contestant, size: number): Promise<Row> {
  const free = createSheet({ scene: "fall", size, origin: [0, 0, 0], v: [0, 0, 1], pins: "none" });
  const settings = contestant.settings(free);
  const middle = settings[Math.floor(settings.length / 2)];
  const time = FALL_FRAMES * FRAME;
  const fallen = contestant.scenes.includes("sphere") ? await run(contestant, free, middle, FALL_FRAMES) : undefined;
  const expected = -0.5 * free.gravity * time * time;
  const firstOrder = 0.5 * free.gravity * time * (FRAME / middle.steps);
  const hanging = hang.createCloth(size) as RaceCloth;
  const strains: number[] = [];
  let drift = 0;
  for (const setting of [settings[0], middle]) {
    const x = await run(contestant, hanging, setting, HANG_FRAMES);
    strains.push(measureStrain(hanging, x)[1]);
    for (const pin of hanging.pins) {
      for (let c = 3 * pin; c < 3 * pin + 3; c++) drift = Math.max(drift, Math.abs(x[c] - hanging.positions[c]));
    }
  }
  return {
    contestant: contestant.name,
    fallError: fallen === undefined ? "–" : millimetres(Math.abs(meanHeight(fallen) - expected)),
    firstOrder: millimetres(firstOrder),
    pinDrift: millimetres(drift),
    coarse: settings[0].label,
    strainCoarse: `${(100 * strains[0]).toFixed(2)}%`,
    finer: middle.label,
    strainFiner: `${(100 * strains[1]).toFixed(2)}%`,
  };
}

async function run(
  contestant: Contestant,
  cloth: RaceCloth,
  setting: ReturnType<Contestant["settings"]>[number],
  frames: number,
): Promise<Float64Array> {
  const runner = await contestant.create(cloth, setting);
  for (let n = 0; n < frames; n++) runner.frame();
  const x = cloth.positions.slice();
  runner.readPositions(x);
  runner.dispose();
  return x;
}

function meanHeight(x: Float64Array): number {
  let sum = 0;
  for (let c = 1; c < x.length; c += 3) sum += x[c];
  return (3 * sum) / x.length;
}

function millimetres(metres: number): string {
  return `${(1000 * metres).toFixed(3)} mm`;
}
