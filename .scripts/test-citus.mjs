// Runs the tests of the service on a database that Citus distributes; ends with one line of totals.
// Whole files, and tests of others, that do not work there are listed with why, and named.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import notOnCitus from './not-on-citus.json' with { type: 'json' }

if (!process.env.CITUS_URL) {
  console.error(
    'Set CITUS_URL to a superuser of a coordinator, like postgres://postgres@localhost:5432/postgres: ' +
      'the tests make databases there, and distribute them over this node, and over that at ' +
      'CITUS_WORKER_URL if there is one',
  )
  process.exit(1)
}
const report = 'node_modules/.cache/citus.json'
rmSync(report, { force: true })
const wholeFiles = notOnCitus.filter(({ test }) => test === undefined)
const run = ['vitest', 'run', '--project', 'server', '--reporter=default', '--reporter=json']
const chosen = process.argv.slice(2)
spawnSync('npx', [...run, `--outputFile.json=${report}`, ...chosen], { stdio: 'inherit' })

const totals = { passed: 0, failed: 0, left: 0 }
for (const { file, reason } of wholeFiles) console.log(`LEFT OUT ${file}: ${reason}`)
const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
for (const { name, message, assertionResults: tests } of testResults) {
  const file = relative('.', name)
  if (tests.length === 0) {
    totals.failed += 1
    console.log(`FAILED ${file}: ${message}`)
  }
  for (const { status, fullName } of tests) {
    const known = notOnCitus.find(({ file: of, test }) => of === file && test === fullName)
    if (known && status === 'failed') {
      totals.left += 1
      console.log(`DOES NOT WORK THERE ${file}: ${fullName}: ${known.reason}`)
    } else if (known || status !== 'passed') {
      totals.failed += 1
      console.log(`FAILED ${file}: ${fullName}${known ? ': listed, but it passes' : ''}`)
    } else totals.passed += 1
  }
}
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.left} do not work on Citus`)
process.exitCode = totals.failed > 0 ? 1 : 0
