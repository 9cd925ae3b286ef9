import { expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { trailStates } from './compliance-status.ts'

/** A schema as Zod defines it, as far as a walk needs. */
interface Schema {
  _zod: { def: { type: string; shape?: Record<string, Schema> } & Record<string, unknown> }
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

/** The schemas right below one. */
const below = ({ _zod: { def } }: Schema): Schema[] =>
  [def.innerType, def.element, def.valueType, def.in, def.out, def.options, def.items]
    .flat()
    .filter(isSchema)

/** Whether values are a verdict: a boolean, unknown or not, or the state of a trail. */
function isVerdict(schema: Schema): boolean {
  const { type, entries } = schema._zod.def
  if (type === 'boolean') return true
  if (type === 'enum') return trailStates.every((state) => Object.hasOwn(entries as object, state))
  return ['nullable', 'optional'].includes(type) && below(schema).some(isVerdict)
}

const verdictFields = ['compliant', 'is_compliant', 'state', 'compliance_state', 'status']

/** Names of fields beside a verdict that say what carries it. */
const sayings = [
  'qualifiers',
  // Evidence says what it reported, and which override counts.
  'reported_is_compliant',
  'is_override',
  // Trails count their overrides, and their statuses hold the slots that say it.
  'override_count',
  'attestations_statuses',
]

/** Answers with a verdict that stands alone, by the endpoint and where in its answer: why it may. */
const alone: Record<string, string> = {
  'findSelectedEnvironments.environments': 'names what a selector finds, to be chosen by state',
  'getControlPage.last_decision': 'what a decision said, which nothing overrides',
  'getNotificationCoverage.uncovered': 'names environments that no rule is about',
  'getOverride.impact.overridden': 'what was reported before the override',
  'getOverride.override.original': 'what was reported before the override',
  'getOverview.silent': 'the last verdict of what is silent now, which is history',
  'getRunningNow.artifacts.provenance': 'the state in the flow, beside the qualified verdict',
  'getSnapshotPage.artifacts.provenance': 'the state in the flow, beside the qualified verdict',
  'getSnapshotPage.verdict_runs': 'the snapshots by exception stand beside them',
  'listControlSummaries.data.last_decision': 'what a decision said, which nothing overrides',
  'listDecisionLog.decisions': 'what a decision said, which nothing overrides',
  'listOverrides.data.original': 'what was reported before the override',
  'listSnapshotSummaries.data.changes': 'what changed, in a snapshot that says what carried it',
  listTrailVerdicts: 'its cause says whether it was an override',
  'listVerdictRuns.environments.runs': 'the times by exception stand beside them',
  'previewOverride.overridden': 'what was reported before the override',
  'previewOverrides.rows.flips.overridden': 'what was reported before the override',
  'previewTemplate.trails': 'what a draft would make of evidence',
  'tryCustomType.outcome': 'an attempt, of which nothing is kept',
}

/** Where answers have a verdict with nothing beside it that says what carries it. */
function bareVerdicts(): string[] {
  const bare = new Set<string>()
  for (const { name, response } of Object.values(endpoints)) {
    const seen = new Set<Schema>()
    const visit = (schema: unknown, path: string) => {
      if (!isSchema(schema) || seen.has(schema)) return
      seen.add(schema)
      const { shape } = schema._zod.def
      if (shape) {
        const hasVerdict = verdictFields.some((key) => shape[key] && isVerdict(shape[key]))
        if (hasVerdict && !sayings.some((key) => key in shape)) bare.add(`${name}${path}`)
        // Of evidence its report says that.
        if ('reported_is_compliant' in shape) return
        for (const [key, value] of Object.entries(shape)) visit(value, `${path}.${key}`)
      }
      for (const one of below(schema)) visit(one, path)
    }
    visit(response, '')
  }
  return [...bare].sort()
}

it('no answer has a verdict without what carries it, but for what is named with its reason', () => {
  expect(bareVerdicts()).toEqual(Object.keys(alone).sort())
})
