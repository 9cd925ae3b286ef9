import { day, hour, week } from './calendar.ts'
import { reporters } from './company.ts'
import type { Check, DemoFlow } from './flow.ts'
import { evidenceOf } from './evidence/index.ts'
import type { Random } from './random.ts'
import type { StepSequence, Step } from './step.ts'
import type { Built } from './trail-steps.ts'

/** The flow that releases artifacts of other flows to production, once a week. */
export const releaseTrain: DemoFlow = {
  name: 'release-train',
  description: 'To production on Tuesdays',
  team: 'platform',
  repository: 'infra',
  tier: '1',
  trails: 13,
  version: '2026.1',
  checks: 'change-window:generic release-approval:generic',
  artifacts: {
    'ledger-api': 'smoke-tests:junit',
    'payments-gateway': 'smoke-tests:junit',
    'checkout-web': 'smoke-tests:junit',
  },
  file: '',
  suites: { 'smoke-tests': ['smoke.HealthTest', 'smoke.PaymentTest'] },
  flaky: 0,
  unfinished: 0,
}

/** 1970-01-06 was a Tuesday; releases leave at 13:30 UTC. */
const firstTuesday = 5 * day + 13.5 * hour

/** Departures of the train in a period. */
export function departures(from: number, end: number): number[] {
  const first = firstTuesday + Math.ceil((from - firstTuesday) / week) * week
  return Array.from(
    { length: Math.max(0, Math.ceil((end - first) / week)) },
    (_, i) => first + i * week,
  )
}

/** The release of each Tuesday in a period: the newest healthy build of each artifact. */
export function releases(
  built: readonly Built[],
  { from, end, random }: { from: number; end: number; random: Random },
): StepSequence[] {
  const runs: StepSequence[] = []
  const healthy = built.filter((it) => it.isHealthy)
  const ready = Object.keys(releaseTrain.artifacts).map((name) =>
    healthy.filter((it) => it.template_reference_name === name),
  )
  for (const at of departures(from, end)) {
    const aboard = ready.flatMap((own) => newest(own, at) ?? [])
    if (aboard.length) runs.push(release(aboard, at, end, random))
  }
  return runs
}

/** The newest of some builds, oldest first, that was ready an hour before an instant. */
export const newest = (built: readonly Built[], before: number) =>
  built.findLast((it) => it.at < before - hour)

function release(aboard: Built[], at: number, end: number, random: Random): StepSequence {
  const name = `release-${new Date(at * 1000).toISOString().slice(0, 10)}`
  const of = `${releaseTrain.name}/trail/${name}`
  const steps: Step[] = [
    {
      at,
      by: reporters.github,
      method: 'PUT',
      path: `/trails/{org}/${releaseTrain.name}`,
      json: { name, description: aboard.map(({ report }) => report.filename).join(', ') },
      isForm: true,
    },
  ]
  let now = at
  const attest = (name: string, by: string, build: Built, isAbout: boolean) => {
    const check: Check = { name, type: isAbout ? 'junit' : 'generic', isEarly: false, since: 0 }
    const { change, template_reference_name: artifact, report } = build
    const occasion = {
      flow: releaseTrain,
      check,
      artifact,
      change,
      isFailing: false,
      at: now,
      random,
    }
    const { fields } = evidenceOf[check.type](occasion)
    const about = isAbout ? { artifact_fingerprint: report.fingerprint } : {}
    steps.push({
      at: now,
      by,
      method: 'POST',
      path: `/attestations/{org}/${of}/${check.type}`,
      json: { attestation_name: name, ...about, ...fields },
      isForm: true,
    })
  }
  for (const build of aboard) {
    now += random.between(30, 90)
    steps.push({
      at: now,
      by: reporters.github,
      method: 'POST',
      path: `/artifacts/{org}/${releaseTrain.name}`,
      json: { ...build.report, trail_name: name },
    })
  }
  const [lead] = aboard
  if (lead) {
    now += random.between(300, 1800)
    attest('release-approval', reporters.release, lead, false)
    now += random.between(20, 400)
    attest('change-window', reporters.release, lead, false)
  }
  for (const build of aboard) {
    now += random.between(120, 700)
    attest('smoke-tests', reporters.github, build, true)
  }
  return { of, steps: steps.filter((step) => step.at <= end) }
}
