import type { EnvironmentEffect } from '#contract/policy/policy-effect.ts'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import { controlsOf } from '#domain/policy/parse-policy.ts'
import {
  coveredDays,
  type Flip,
  flipOf,
  rangeWithin,
  redDays,
  standstillOf,
  statesOf,
} from '#domain/policy/policy-effect.ts'
import { runningKey } from '#domain/snapshot/reported-artifacts.ts'
import type { ArtifactVerdict } from '#domain/verdict/verdict.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { EnvironmentRow } from '#server/environment/queries.ts'
import { namedPolicies, rulesOf } from '#server/evaluation/evaluate-artifacts.ts'
import { previewInSlices } from '#server/evaluation/evaluate-in-slices.ts'
import { loadPolicyInput } from '#server/evaluation/policy-input.ts'
import type { AttachedVersion } from '#server/evaluation/provenance-queries.ts'
import { countVerdicts } from '#server/evaluation/summarize-verdict.ts'
import { listMoments, stateOf } from '#server/snapshot/queries.ts'
import { listSilences } from '#server/snapshot/verdict-run-queries.ts'
import { listRanBetween } from '#server/snapshot/running-queries.ts'

/** A change of policies to be previewed in environments. */
export interface PolicyChangeDraft {
  action: 'attach' | 'detach' | 'save'
  /** The policies after attaching; or those to detach. */
  policies: readonly AttachedVersion[]
  /** Number of the newest snapshots to evaluate again. */
  snapshots: number
  /** By which environments are stale at the instant of the preview. */
  reporting: ReportingRules
}

/** Effect of a change in one environment, and its cost. */
export interface EnvironmentPolicyEffect {
  effect: EnvironmentEffect
  /** All evaluated policies, before and after. */
  versions: readonly AttachedVersion[]
  flips: (Flip & { isRunning: boolean })[]
  evaluatedCount: number
}

/** The policies of an environment after a change, by name. */
function policiesAfter(
  { action, policies }: Pick<PolicyChangeDraft, 'action' | 'policies'>,
  before: readonly AttachedVersion[],
): readonly AttachedVersion[] {
  const names = new Set(policies.map(({ name }) => name))
  const others = before.filter(({ name }) => !names.has(name))
  if (action === 'detach') return others
  const isThere = ({ name }: AttachedVersion) => before.some((one) => one.name === name)
  const changed = action === 'attach' ? policies : policies.filter(isThere)
  return [...others, ...changed].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** An environment that is not evaluated, and why. */
export const notEvaluated = (name: string, problem: string): EnvironmentPolicyEffect => ({
  versions: [],
  flips: [],
  evaluatedCount: 0,
  effect: { ...unchanged, name, problem },
})

const unchanged = {
  is_stale: false,
  state: { from: null, to: null },
  standstill: null,
  running: { from: countVerdicts([]), to: countVerdicts([]) },
  flip_count: 0,
  past_flip_count: 0,
  snapshots: null,
  days: { covered: 0, red: { from: 0, to: 0 } },
}

/**
 * Evaluates a change of policies in a physical environment: for running artifacts and its newest
 * snapshots, all by what is known now.
 * @param isFirst whether it is evaluated however many artifacts run in it
 */
export async function evaluatePolicyChange(
  org: OrgDatabase,
  environment: Pick<EnvironmentRow, 'id' | 'number' | 'name'>,
  change: PolicyChangeDraft,
  { maxArtifacts, isFirst }: { maxArtifacts: number; isFirst: boolean },
): Promise<EnvironmentPolicyEffect> {
  const [status, rules] = await Promise.all([
    stateOf(org, environment.id),
    rulesOf(org, environment.id),
  ])
  if (!isFirst && status.running_count > maxArtifacts) {
    return notEvaluated(environment.name, 'Too much runs in it to be evaluated beside the others')
  }
  const past = await loadPast(org, environment, change, { ...status, maxArtifacts })
  const artifacts = [...new Map(past.ran.map((one) => [runningKey(one), one])).values()]
  const before = rules.policies
  const after = policiesAfter(change, before)
  const versions = [...before, ...after]
  const controls = versions.flatMap(({ document }) => controlsOf(document))
  const input = await loadPolicyInput(org, artifacts, [...new Set(controls)])
  const given = { past, artifacts: input, allowed: rules.allowed }
  const from = await evaluateBy(org, before, given)
  const to = await evaluateBy(org, after, given)
  const flips = flipsOf(from.verdicts, to.verdicts, past.ran)
  return {
    versions,
    flips,
    evaluatedCount: artifacts.length,
    effect: effectOf(environment.name, change, { before, after, from, to, flips, past }),
  }
}

type Past = Awaited<ReturnType<typeof loadPast>>

/** Artifacts that ran in an environment at its newest snapshots, and its silences meanwhile. */
async function loadPast(
  org: OrgDatabase,
  { id, number }: Pick<EnvironmentRow, 'id' | 'number'>,
  { snapshots, reporting }: PolicyChangeDraft,
  limits: { snapshot_index: number; running_count: number; maxArtifacts: number },
) {
  const moments = rangeWithin(
    await listMoments(org, id, limits.snapshot_index, snapshots),
    limits.running_count,
    limits.maxArtifacts,
  )
  const range = { first: moments[0]?.index ?? 1, last: moments.at(-1)?.index ?? 0 }
  const subject = { environment_id: id, environment_number: number }
  const ran = moments.length > 0 ? await listRanBetween(org, subject, range) : []
  const window = { from: moments[0]?.created_at ?? reporting.now, to: reporting.now }
  const silences = await listSilences(org, id, window, reporting)
  return { moments, range, ran, reported: { ...window, silences } }
}

type Evaluated = Awaited<ReturnType<typeof evaluateBy>>

/** Evaluates what ran by some versions of policies. */
async function evaluateBy(
  org: OrgDatabase,
  versions: readonly AttachedVersion[],
  given: {
    past: Past
    artifacts: Awaited<ReturnType<typeof loadPolicyInput>>
    allowed: Awaited<ReturnType<typeof rulesOf>>['allowed']
  },
) {
  const { past, artifacts, allowed } = given
  const { moments, range, ran, reported } = past
  const facts = { policies: namedPolicies(versions), artifacts, allowed }
  const { artifacts: verdicts } = await previewInSlices(org.orgId, facts)
  const verdictOf = new Map(verdicts.map((one) => [runningKey(one), one]))
  const shown = ran.map((one) => ({ ...one, ...outcomeOf(verdictOf.get(runningKey(one))) }))
  const states = statesOf(versions.length, range, shown)
  const standings = moments.map(({ created_at }, index) => ({
    at: created_at,
    state: states[index] ?? null,
  }))
  return {
    verdicts,
    state: states.at(-1) ?? null,
    counts: countVerdicts(shown.filter(({ to_index }) => to_index === null)),
    redDays: redDays(reported, standings),
  }
}

function flipsOf(
  before: Evaluated['verdicts'],
  after: Evaluated['verdicts'],
  ran: Past['ran'],
): EnvironmentPolicyEffect['flips'] {
  const running = new Set(ran.filter(({ to_index }) => to_index === null).map(runningKey))
  return before.flatMap((one, index) => {
    const flip = flipOf(one, after[index]!)
    return flip ? [{ ...flip, isRunning: running.has(runningKey(flip)) }] : []
  })
}

function effectOf(
  name: string,
  { action, policies }: PolicyChangeDraft,
  evaluated: {
    before: readonly AttachedVersion[]
    after: readonly AttachedVersion[]
    from: Evaluated
    to: Evaluated
    flips: EnvironmentPolicyEffect['flips']
    past: Past
  },
): EnvironmentEffect {
  const { before, after, from, to, flips, past } = evaluated
  const isReported = past.moments.length > 0
  const flipCount = flips.filter(({ isRunning }) => isRunning).length
  const attached = policies.map(({ name }) => before.some((one) => one.name === name))
  return {
    name,
    problem: null,
    is_stale: past.reported.silences.some((silence) => silence.to === null),
    state: { from: from.state, to: to.state },
    standstill: standstillOf({
      action,
      attached: { some: attached.includes(true), all: !attached.includes(false) },
      before: namedPolicies(before),
      after: namedPolicies(after),
      isReported,
      isChange: flipCount > 0 || from.state !== to.state,
    }),
    running: { from: from.counts, to: to.counts },
    flip_count: flipCount,
    past_flip_count: flips.length - flipCount,
    snapshots: isReported ? past.range : null,
    days: {
      covered: isReported ? coveredDays(past.reported) : 0,
      red: { from: from.redDays, to: to.redDays },
    },
  }
}

const outcomeOf = (verdict: ArtifactVerdict | undefined) => ({
  compliant: verdict?.compliant ?? null,
})
