/**
 * Counts the tests of vitest's JSON report. A file that breaks before its tests run is one failure, and so is a run
 * that ends badly although every test passed (an error outside any test, or a report that was never written).
 * @param {{ numPassedTests: number, numPendingTests: number, numTodoTests: number,
 *           testResults: { status: string, assertionResults: { status: string }[] }[] } | undefined} report
 * @param {boolean} ok whether vitest itself ended well
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function countTests(report, ok) {
  let failed = 0;
  for (const file of report?.testResults ?? []) {
    const failures = file.assertionResults.filter((test) => test.status === "failed").length;
    failed += failures === 0 && file.status === "failed" ? 1 : failures;
  }
  if (failed === 0 && !(ok && report)) failed = 1;
  return {
    passed: report?.numPassedTests ?? 0,
    failed,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  };
}
