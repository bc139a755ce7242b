import { expect, test } from "vitest";
import { createProfileMean } from "../../studio/src/worker/profile-mean.ts";

const step = (solve: number) => ({ drive: 1, forces: 0, solve, collide: 0, advance: 0, measure: 0 });

test("before the first batch is closed there is no profile", () => {
  const profile = createProfileMean();
  profile.add(step(3));
  expect(profile.mean()).toEqual({});
});

test("every step of the last ten batches counts alike, and older ones no more", () => {
  const profile = createProfileMean();
  profile.add(step(1000));
  profile.flush();
  for (let batch = 0; batch < 10; batch++) {
    for (let n = 0; n <= batch; n++) profile.add(step(batch));
    profile.flush();
  }
  expect(profile.mean()).toEqual(step(330 / 55)); // Σ b (b + 1) over Σ (b + 1), b = 0 … 9
});

test("95 of 100 steps and the longest are found among all that count", () => {
  const profile = createProfileMean();
  expect(profile.spread()).toEqual({ p95: 0, worst: 0 });
  for (let n = 1; n <= 100; n++) {
    profile.add(step(n));
    if (n % 10 === 0) profile.flush();
  }
  expect(profile.spread()).toEqual({ p95: 96, worst: 101 });
});

test("a batch without steps leaves the mean standing, and clear forgets it", () => {
  const profile = createProfileMean();
  profile.add(step(2));
  for (let n = 0; n < 20; n++) profile.flush();
  expect(profile.mean()).toEqual(step(2));
  profile.clear();
  expect(profile.mean()).toEqual({});
});
