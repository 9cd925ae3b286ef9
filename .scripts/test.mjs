// Everything that is checked; ends with one line of totals.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { errorsOutsideTests } from './errors-outside-tests.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const bin = (name) => `node_modules/.bin/${name}`
const vitestReport = 'node_modules/.cache/vitest.json'
const e2eReport = 'node_modules/.cache/e2e.json'
const totals = { passed: 0, failed: 0 }
const failures = []

/**
 * For programs in Go beside other tests: one thread, since each would repeat what another has worked
 * out, and fewer collections of garbage.
 */
const oneThread = { GOMAXPROCS: '1', GOGC: '400' }

/**
 * Keeps the journeys as Playwright has compiled them: its own cache is temporary, and made anew.
 */
const kept = { PLAYWRIGHT_TRANSFORM_CACHE_DIR: resolve('node_modules/.cache/playwright') }

/** In bytes: what databases, browsers and copies of evidence take at most, with some to spare. */
const roomNeeded = 8 * 1024 ** 3

/** Makes the folder of everything temporary: in memory where there is room, as no test outlives it. */
function makeTemporaryFolder() {
  const memory = '/dev/shm'
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
  const hasRoom = bavail * bsize > roomNeeded && freemem() > roomNeeded
  const folder = mkdtempSync(join(hasRoom ? memory : tmpdir(), 'cairn-tests-'))
  // Some tests run programs as other users.
  chmodSync(folder, 0o1777)
  return folder
}

const temporaryFolder = makeTemporaryFolder()
process.on('exit', () => rmSync(temporaryFolder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** Runs a command to its end, with its output among that of others; true when it succeeded. */
function run(command, ...args) {
  const env = { ...process.env, ...oneThread, TMPDIR: temporaryFolder, ...kept }
  // Through pipes, so that none of them draws over the lines of another.
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.pipe(process.stdout, { end: false })
  child.stderr.pipe(process.stderr, { end: false })
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(false)
    })
    child.on('close', (status) => resolve(status === 0))
  })
}

/** A failed test on its own lines: where it is, what it is called and how its message begins. */
function failureOf(file, title, message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim())
  return [`${file}: ${title}`, ...lines.slice(0, 12)].join('\n    ')
}

/** Counts a command as one check. */
async function check(name, ...command) {
  const passed = await run(...command)
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
  const stopped = !counted.failed && (!succeeded || counted.passed === 0)
  failures.push(...counted.names, ...(stopped ? [`${report}: the runner stopped early`] : []))
  totals.passed += counted.passed
  totals.failed += stopped ? 1 : counted.failed
}

/** Runs and counts the tests of rules, of the service and of its processes. */
async function runVitest() {
  const reporters = ['default', 'json', './.scripts/errors-outside-tests.mjs']
  const args = ['run', ...reporters.map((name) => `--reporter=${name}`)]
  const succeeded = await run(bin('vitest'), ...args, `--outputFile.json=${vitestReport}`)
  count(succeeded, vitestReport, (report) => {
    const tests = report.testResults.flatMap(({ name, message, assertionResults }) => [
      ...(message && assertionResults.length === 0 ? [{ said: failureOf(at(name), message) }] : []),
      ...assertionResults.map(({ status, fullName, failureMessages: [error] }) => ({
        isPassed: status === 'passed',
        isFlaky: status === 'passed' && error !== undefined,
        said: failureOf(at(name), fullName, error),
      })),
    ])
    for (const { isFlaky, said } of tests) if (isFlaky) noteRunAgain(said)
    const outside = JSON.parse(readFileSync(errorsOutsideTests, 'utf8')).map(
      ({ type, file, test, message }) =>
        failureOf(file ? at(file) : 'vitest', `${type} during or after "${test}"`, message),
    )
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numPendingTests + outside.length,
      names: [...tests.filter(({ isPassed }) => !isPassed).map(({ said }) => said), ...outside],
    }
  })
}

const at = (file) => relative('.', file)

/** Prints a test that failed on a busy machine and passed when it ran again. */
const noteRunAgain = (said) => console.log(`PASSED ONLY WHEN RUN AGAIN ${said}`)

/** A journey with the first error of its runs. */
function firstErrorOf({ file, title, tests }) {
  const [error] = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
  return failureOf(`e2e/${file}`, title, error?.message)
}

/** Runs and counts the journeys in a browser and of the public reporter CLI. */
async function runJourneys() {
  const succeeded = await run(bin('playwright'), 'test', '-c', 'e2e/playwright.config.ts')
  count(succeeded, e2eReport, ({ stats, suites }) => {
    const specs = suites.flatMap(function specsOf({ specs = [], suites = [] }) {
      return [...specs, ...suites.flatMap(specsOf)]
    })
    for (const spec of specs) {
      const isFlaky = spec.tests.some(({ status }) => status === 'flaky')
      if (isFlaky) noteRunAgain(firstErrorOf(spec))
    }
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + stats.skipped,
      names: specs.filter(({ ok }) => !ok).map(firstErrorOf),
    }
  })
}

/** Looks at the sources without running them. */
async function checkSources() {
  await check('types', bin('tsc'), '-b', '--singleThreaded')
  await check('lint', bin('oxlint'), '-c', 'oxlint.config.mjs', '--type-aware', '--deny-warnings')
  await check('format', bin('oxfmt'), '--check')
  await check('unused code', bin('knip'))
}

for (const report of [vitestReport, errorsOutsideTests, e2eReport]) rmSync(report, { force: true })

const sources = checkSources()
await check('build', 'node', '.scripts/build.mjs')
// Either fills the cores of a small machine; side by side, both come near the limits of their tests.
await Promise.all([sources, runVitest()])
await runJourneys()

for (const name of failures) console.log(`FAILED ${name}`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed > 0 ? 1 : 0
