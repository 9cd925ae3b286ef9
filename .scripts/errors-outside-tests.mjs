import { writeFileSync } from 'node:fs'

/** Where a run of Vitest leaves the errors that no test caught. */
export const errorsOutsideTests = 'node_modules/.cache/vitest-errors.json'

/**
 * Reporter of Vitest. Errors that nobody listened to fail a run whose tests all pass, and its report
 * in JSON leaves them out.
 */
export default class ErrorsOutsideTests {
  /** Called by Vitest at the end of a run. */
  onTestRunEnd(_modules, errors) {
    const found = errors.map((error) => ({
      type: error.type ?? 'Unhandled error',
      // An error has its file only where one of its tests, or the loading of it, was under way.
      file: error.VITEST_TEST_PATH ?? '',
      test: error.VITEST_TEST_NAME ?? '',
      message: error.stack ?? `${error.name ?? 'Error'}: ${error.message}`,
    }))
    writeFileSync(errorsOutsideTests, JSON.stringify(found))
  }
}
