import { expect, test } from "vitest";
import { countTests } from "../../scripts/count-tests.mjs";

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((result) => ({ status: result })),
});
const report = (numPassedTests: number, ...testResults: ReturnType<typeof file>[]) => ({
  numPassedTests,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults,
});

test("failed tests are counted one by one", () => {
  const found = countTests(report(3, file("failed", "passed", "failed", "failed"), file("passed", "passed")), false);
  expect(found).toEqual({ passed: 3, failed: 2, skipped: 2 });
});

test("a file that breaks before its tests is one failure", () => {
  expect(countTests(report(1, file("failed"), file("passed", "passed")), false)).toMatchObject({
    passed: 1,
    failed: 1,
  });
});

test("a run that ends badly is a failure even if all tests passed", () => {
  expect(countTests(report(1, file("passed", "passed")), false)).toMatchObject({ passed: 1, failed: 1 });
  expect(countTests(undefined, true)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(countTests(report(1, file("passed", "passed")), true)).toMatchObject({ passed: 1, failed: 0 });
});
