import fc from "fast-check";
import { expect, test } from "vitest";
import { createLockstep, mostTicks, type Runner } from "../../studio/src/compare/lockstep.ts";

/** A simulation that takes `cost` seconds a tick by a clock the test turns, and may stop for good. */
function makeRunner(clock: { now: number }, cost: number, failsAt = Number.POSITIVE_INFINITY) {
  let busyUntil = 0;
  const runner = {
    cost,
    ticks: 0,
    get failed() {
      return runner.ticks >= failsAt;
    },
    get arrived() {
      return clock.now >= busyUntil;
    },
    advance(count: number) {
      expect(runner.arrived && !runner.failed).toBe(true);
      busyUntil = clock.now + count * cost;
      runner.ticks = Math.min(failsAt, runner.ticks + count);
    },
  };
  return runner satisfies Runner & { ticks: number };
}

test("whoever is shown has come equally far, however unequal they are, and those that stop are not waited for", () => {
  const speeds = fc.array(fc.record({ cost: fc.double({ min: 0, max: 0.3, noNaN: true }), failsAt: fc.constantFrom(3, Infinity) }), {
    minLength: 1,
    maxLength: 5,
  });
  const tick = fc.constantFrom(0.001, 1 / 60, 0.25);
  fc.assert(
    fc.property(speeds, tick, (given, tick) => {
      const clock = { now: 0 };
      const runners = given.map(({ cost, failsAt }) => makeRunner(clock, cost, failsAt));
      const lockstep = createLockstep();
      lockstep.restart(tick, 0);
      lockstep.setPlaying(true, 0);
      let shown = 0;
      for (let frame = 0; frame < 60; frame++) {
        clock.now += 1 / 60;
        const before = runners.map(({ ticks }) => ticks);
        if (!lockstep.poll(runners, clock.now)) continue;
        shown++;
        for (const [k, ticks] of before.entries()) {
          if (ticks < given[k].failsAt) expect(ticks).toBe(lockstep.ticks);
        }
      }
      expect(shown).toBeGreaterThan(0);
      expect(lockstep.ticks * tick).toBeLessThanOrEqual(clock.now + 0.25);
    }),
  );
});

test("the slowest sets the pace", () => {
  const clock = { now: 0 };
  const runners = [makeRunner(clock, 0.001), makeRunner(clock, 0.05)];
  const lockstep = createLockstep();
  lockstep.restart(0.01, 0);
  lockstep.setPlaying(true, 0);
  for (; clock.now < 10; clock.now += 0.01) lockstep.poll(runners, clock.now);
  expect(lockstep.ticks).toBeGreaterThan(150);
  expect(lockstep.ticks).toBeLessThanOrEqual(200);
  expect(lockstep.ratio).toBeCloseTo(0.2, 1);
});

test("a quick pair keeps to the clock, at the speed that is asked for", () => {
  const clock = { now: 0 };
  const runners = [makeRunner(clock, 0.0001), makeRunner(clock, 0.0002)];
  const lockstep = createLockstep();
  lockstep.setSpeed(0.2);
  lockstep.restart(0.005, 0);
  lockstep.setPlaying(true, 0);
  for (; clock.now < 5; clock.now += 1 / 60) lockstep.poll(runners, clock.now);
  expect(lockstep.ticks * 0.005).toBeCloseTo(1, 1);
});

test("paused, it takes the steps that are owed and no others; a restart lets them go", () => {
  const clock = { now: 0 };
  const runners = [makeRunner(clock, 0.04), makeRunner(clock, 0.01)];
  const lockstep = createLockstep();
  lockstep.restart(0.01, 0);
  expect([lockstep.owe(4), lockstep.owe(3)]).toEqual([4, 7]);
  const counts: number[] = [];
  for (; clock.now < 2; clock.now += 0.01) if (lockstep.poll(runners, clock.now)) counts.push(lockstep.ticks);
  expect(counts).toEqual([0, 2, 4, 6, 7]);
  lockstep.owe(50);
  lockstep.poll(runners, clock.now);
  lockstep.restart(0.01, clock.now);
  expect(lockstep.poll(runners, clock.now)).toBe(false);
  clock.now += 1;
  expect(lockstep.poll(runners, clock.now)).toBe(true);
  clock.now += 1;
  expect(lockstep.poll(runners, clock.now)).toBe(false);
  expect(lockstep.ticks).toBe(0);
});

test("when all have stopped, nothing is asked for", () => {
  const clock = { now: 0 };
  const runners = [makeRunner(clock, 0.01, 2)];
  const lockstep = createLockstep();
  lockstep.restart(0.01, 0);
  lockstep.owe(9);
  for (; clock.now < 1; clock.now += 0.01) lockstep.poll(runners, clock.now);
  expect(lockstep.ticks).toBeLessThan(12);
});

test("a round is one tick where a tick is slow or unknown, and as many as fit into a tenth of a second otherwise", () => {
  expect([0, 3, 0.1, 0.05, 0.01].map(mostTicks)).toEqual([1, 1, 1, 2, 10]);
});
