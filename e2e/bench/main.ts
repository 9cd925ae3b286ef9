import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '../service.ts'
import { measureAttestationList } from './attestation-list.ts'
import { measureEnvironmentsAtSize } from './environments-at-size.ts'
import { demoOrg, withDemo } from './demo.ts'
import { measureFelt } from './felt.ts'
import { measureFirstPage, measureSizes } from './first-route.ts'
import { measureLargeReport } from './large-report.ts'
import { scoreOverview } from './lighthouse.ts'
import { measureListsAtSize } from './lists-at-size.ts'
import { measureNotificationDelay } from './notification-delay.ts'
import { measureOverrideImpact } from './override-impact.ts'
import { measureScrolling } from './scrolling.ts'
import { measurePalette } from './palette.ts'
import { measurePolicyEvaluation } from './policy-evaluation.ts'
import { measureRuleCounts } from './rule-counts.ts'
import { describeTimes } from './time-by-turns.ts'

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB gzip`
const milliseconds = (time: number) => `${time.toFixed(0)} ms`

const sizes = measureSizes()
console.log(
  `First route, scripts that index.html asks for: ${kilobytes(sizes.firstScripts)} (budget 150)`,
)
console.log(`First route, styles: ${kilobytes(sizes.firstStyles)} (budget 14)`)
console.log(`All scripts: ${kilobytes(sizes.allScripts)}`)
console.log(`Reader of PDF files, beside them: ${kilobytes(sizes.pdfReader)}`)

const evaluation = measurePolicyEvaluation()
console.log(
  `To evaluate ${evaluation.artifacts} artifacts by ${evaluation.policies} policies: first ${milliseconds(evaluation.first)}, then ${milliseconds(evaluation.warm)} (aim 200)`,
)

await withDemo(async (demo, { ready, loaded }) => {
  console.log(
    `Demo: the dashboard answers after ${ready.toFixed(1)} s (aim 10), all is there after ${loaded.toFixed(0)} s (aim 60)`,
  )
  const felt = await measureFelt(demo)
  for (const { name, time } of felt.presses) {
    console.log(`  from the press to the ${name}: ${milliseconds(time)} (aim 100)`)
  }
  console.log(`  layout shift of opening the drawer: ${felt.shift.toFixed(3)} (aim 0.02)`)
  console.log(`  requests of the overview, with what it loads ahead: ${felt.requests} (aim 15)`)
  const palette = await measurePalette(demo)
  console.log(
    `  from typing into the search to what was found: median ${milliseconds(palette.median)}, p95 ${milliseconds(palette.p95)} (aim 100)`,
  )
  const { performance, accessibility, range } = await scoreOverview(demo)
  console.log(
    `  Lighthouse, mobile, /${demoOrg} with an empty cache: performance ${performance} (aim 95; from ${range[0]} to ${range[1]}), accessibility ${accessibility} (aim 100)`,
  )
})

const dataDir = await mkdtemp(join(tmpdir(), 'cairn-bench-'))
const begun = Date.now()
const service = await startService(dataDir)
console.log(`First start to ready: ${((Date.now() - begun) / 1000).toFixed(2)} s`)
await service.stop()
const again = Date.now()
const restarted = await startService(dataDir, { env: { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8' } })
console.log(`Restart to ready: ${((Date.now() - again) / 1000).toFixed(2)} s`)
try {
  const page = await measureFirstPage(restarted)
  console.log(
    `Flows page, scripts: ${kilobytes(page.scripts)}; requests: ${page.requests} (budget 15)`,
  )
  const list = await measureAttestationList(restarted)
  console.log(
    `Attestations of a flow: ${list.service.toFixed(0)} requests/s, bare server ${list.bare.toFixed(0)}, ratio ${list.ratio.toFixed(2)} (aim 0.70)`,
  )
  const sizes = { small: 10_000, large: Number(process.argv[2] ?? 1_000_000) }
  console.log(`Pages of lists over ${sizes.small} and over ${sizes.large} attestations (aim 1.50):`)
  for (const { name, ...times } of await measureListsAtSize(restarted, sizes)) {
    console.log(describeTimes(name, times))
  }
  console.log('Pages over 10 environments, 100 snapshots and over 1000, 100000 (aim 1.50):')
  for (const { name, ...times } of await measureEnvironmentsAtSize(restarted)) {
    console.log(describeTimes(name, times))
  }
  const report = await measureLargeReport(restarted)
  console.log(
    `A report of ${report.artifacts} artifacts: first ${milliseconds(report.first)}, unchanged ${milliseconds(report.unchanged)}, one changed ${milliseconds(report.changed)} (aim 1000)`,
  )
  console.log(
    `  the changed one: ${report.rows} row of what runs, ${(report.bytes / 1000).toFixed(1)} kB of the database; to read its snapshot: ${milliseconds(report.read)}`,
  )
  const { targets, calm, hung } = await measureNotificationDelay(restarted)
  console.log(
    `Notifications to ${targets} targets: p99 ${milliseconds(calm.p99)}; while one of them hangs, to the others: median ${milliseconds(hung.median)}, p99 ${milliseconds(hung.p99)} (aim 2000)`,
  )
  const impact = await measureOverrideImpact(restarted)
  console.log(
    `What an override flips in ${impact.environments} environments: ${milliseconds(impact.preview)} (aim 300)`,
  )
  const rules = await measureRuleCounts(restarted)
  console.log(
    `${rules.policies} policies attached where ${rules.artifacts} artifacts run: ${milliseconds(rules.attach)}; to read what the rules of one say: ${milliseconds(rules.page)} (aim 200)`,
  )
  const { longestTask, filtered } = await measureScrolling(restarted)
  console.log(
    `  its page: longest task while scrolling ${milliseconds(longestTask)} (aim 50), a filter's answer ${milliseconds(filtered)} (aim 200)`,
  )
} finally {
  await restarted.stop()
  await rm(dataDir, { recursive: true, force: true })
}
