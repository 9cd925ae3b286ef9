// Everything that is checked, in order; ends with one line of totals.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const bin = (name) => `node_modules/.bin/${name}`
const vitestReport = 'node_modules/.cache/vitest.json'
const e2eReport = 'node_modules/.cache/e2e.json'
const totals = { passed: 0, failed: 0 }
const failures = []

/** Runs a command to its end; true when it succeeded. */
function run(command, ...args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  return status === 0
}

/** A failed test on its own lines: where it is, what it is called and how its message begins. */
function failureOf(file, title, message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim())
  return [`${file}: ${title}`, ...lines.slice(0, 12)].join('\n    ')
}

/** Counts a command as one check. */
function check(name, ...command) {
  const passed = run(...command)
  totals[passed ? 'passed' : 'failed'] += 1
  if (!passed) failures.push(name)
}

/** Adds what a test runner reported; one that failed without a report is one failure. */
function count(succeeded, report, read) {
  let counted = { passed: 0, failed: 0, names: [] }
  try {
    counted = read(JSON.parse(readFileSync(report, 'utf8')))
  } catch (error) {
    console.error(`${report} cannot be read: ${error.message}`)
  }
  failures.push(...counted.names)
  totals.passed += counted.passed
  totals.failed += counted.failed || (succeeded && counted.passed > 0 ? 0 : 1)
}

for (const report of [vitestReport, e2eReport]) rmSync(report, { force: true })

check('types', bin('tsc'), '-b')
check('lint', bin('oxlint'), '--type-aware', '--deny-warnings')
check('format', bin('prettier'), '--check', '--log-level', 'warn', '.')
check('unused code', bin('knip'))
check('build', 'node', '.scripts/build.mjs')
const vitest = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
count(run(bin('vitest'), ...vitest), vitestReport, (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numPendingTests,
  names: report.testResults
    .flatMap(({ name, message, assertionResults: tests }) => [
      ...(message && tests.length === 0 ? [{ file: name, title: message }] : []),
      ...tests.map(({ status, fullName, failureMessages: [said] }) => ({
        file: name,
        title: fullName,
        status,
        said,
      })),
    ])
    .filter(({ status }) => status !== 'passed')
    .map(({ file, title, said }) => failureOf(relative('.', file), title, said)),
}))
count(
  run(bin('playwright'), 'test', '-c', 'e2e/playwright.config.ts'),
  e2eReport,
  ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
    names: suites
      .flatMap(function specsOf({ specs = [], suites = [] }) {
        return [...specs, ...suites.flatMap(specsOf)]
      })
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => {
        const [error] = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
        return failureOf(`e2e/${file}`, title, error?.message)
      }),
  }),
)

for (const name of failures) console.log(`FAILED ${name}`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed > 0 ? 1 : 0
