import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Addition } from '#contract/verdict/fix-plan.ts'
import type { ReportedAttestation } from '#domain/trail/attestation-slots.ts'
import { evaluateArtifact } from '#domain/policy/evaluate-policies.ts'
import { planFix } from './plan-fix.ts'
import {
  type CandidateFlow,
  evaluateOnTrail,
  type FixableArtifact,
  type FixableFlow,
  withAddition,
} from './fix-facts.ts'
import type { NamedPolicy } from '#domain/policy/policy-input.ts'
import { parsePolicy } from '#domain/policy/parse-policy.ts'
import { emptyTemplate, parseTemplate } from '#domain/template/parse-template.ts'

const policyOf = (rules: string, policy_name = 'prod'): NamedPolicy => {
  const read = parsePolicy(`_schema: https://x/v1\nartifacts:\n${rules.replace(/^/gm, '  ')}`)
  if ('problems' in read) throw new Error(read.problems[0]?.message)
  return { policy_name, policy_version: 1, policy: read.policy }
}
const templateOf = (text: string) => {
  const read = parseTemplate(text)
  if ('problems' in read) throw new Error(read.problems[0]?.message)
  return read.template
}
const template = templateOf(`trail:
  attestations: [{name: review, type: pull_request}]
  artifacts: [{name: app, attestations: [{name: unit, type: junit}]}]`)

const fingerprint = 'f'.repeat(64)

/** Parses `unit:junit`, `-unit:junit` for non-compliant, `review:pull_request@trail`. */
function holding(flow_name: string, texts: string[], of = template): FixableFlow {
  const records = texts.map((text, index) => {
    const [, not, name, type, scope] = /^(-?)([\w-]+):([\w:]+?)(@trail)?$/.exec(text)!
    const [attestation_type, control] = type!.split('system:decision:')
    return {
      attestation_id: `id-${index}`,
      attestation_name: name!,
      attestation_type: control === undefined ? attestation_type! : 'system:decision',
      control: control ?? null,
      is_compliant: not === '',
      scope: scope ? ('trail' as const) : ('artifact' as const),
    }
  })
  const attestations = records.map(({ scope, control: _, ...record }): ReportedAttestation => ({
    ...record,
    artifact_fingerprint: scope === 'artifact' ? fingerprint : null,
    target_artifact: null,
    git_commit: null,
    overridden_attestation_id: null,
  }))
  const artifact = {
    artifact_id: 'a-1',
    fingerprint,
    template_reference_name: 'app',
    git_commit: '',
  }
  const trail = { template: of, artifacts: [artifact], attestations, artifact_id: 'a-1' }
  return {
    flow_name,
    tags: {},
    trail_name: 't1',
    state: evaluateOnTrail(trail)!.state,
    evidence: records.map((record, index) => ({ ...record, recorded_at: index })),
    trail,
  }
}
const legacy: FixableFlow = {
  flow_name: 'old',
  tags: {},
  trail_name: null,
  state: 'COMPLIANT',
  evidence: [],
  trail: null,
}
const artifactIn = (...flows: FixableFlow[]): FixableArtifact => ({
  name: 'registry.example.com/app:1',
  fingerprint,
  flows,
})
const candidate = (flow_name: string, of = emptyTemplate): CandidateFlow => ({
  flow_name,
  tags: {},
  trail_name: 'new',
  template: of,
})

function say(added: Addition): string {
  const where = `${added.flow_name}/${added.trail_name}`
  if (added.kind === 'report_artifact') return `report ${added.template_reference_name} in ${where}`
  const { attestation_name, attestation_type, control, scope, replaces_attestation_id } = added
  const of = control === null ? '' : ` of ${control}`
  const instead = replaces_attestation_id === null ? '' : ` instead of ${replaces_attestation_id}`
  return `${attestation_name}:${attestation_type}${of} on ${scope} in ${where}${instead}`
}

const provenance = 'provenance: {required: true}'
const compliance = 'trail-compliance: {required: true}'
const wants = (...rules: string[]) =>
  `attestations:\n${rules.map((rule) => `  - {${rule}}`).join('\n')}`
const unit = wants('name: unit, type: junit')
const control = wants('type: decision, for_control: SOC/1'.replace('/', '~'))
const complete = ['unit:junit', 'review:pull_request@trail']

describe('the fix of a rule', () => {
  test.each<[string, string, FixableFlow[], CandidateFlow[], string[] | null]>([
    [
      'provenance',
      provenance,
      [],
      [candidate('main')],
      ['report registry.example.com-app-1 in main/new'],
    ],
    [
      'provenance under the name of the template',
      provenance,
      [],
      [candidate('main', template)],
      ['report app in main/new'],
    ],
    ['provenance without any flow', provenance, [], [], null],
    [
      'missing attestations of a trail',
      compliance,
      [holding('main', [])],
      [],
      ['unit:junit on artifact in main/t1', 'review:pull_request on trail in main/t1'],
    ],
    [
      'what fails on a trail',
      compliance,
      [holding('main', [...complete, '-unit:junit', '-x:generic'])],
      [],
      [
        'unit:junit on artifact in main/t1 instead of id-2',
        'x:generic on artifact in main/t1 instead of id-3',
      ],
    ],
    [
      'a slot that is taken by another type',
      compliance,
      [holding('main', ['review:pull_request@trail', 'unit:generic'])],
      [],
      ['unit:junit on artifact in main/t1'],
    ],
    [
      'a new trail, with all that its template wants',
      compliance,
      [],
      [candidate('main', template)],
      [
        'report app in main/new',
        'unit:junit on artifact in main/new',
        'review:pull_request on trail in main/new',
      ],
    ],
    [
      'the flow that needs fewest',
      compliance,
      [holding('far', []), holding('near', ['unit:junit'])],
      [],
      ['review:pull_request on trail in near/t1'],
    ],
    [
      'a missing attestation',
      unit,
      [holding('main', [])],
      [],
      ['unit:junit on artifact in main/t1'],
    ],
    [
      'a missing attestation that the template has on the trail',
      wants('name: review, type: pull_request'),
      [holding('main', [])],
      [],
      ['review:pull_request on trail in main/t1'],
    ],
    [
      'a non-compliant attestation',
      unit,
      [holding('main', ['-unit:junit@trail'])],
      [],
      ['unit:junit on trail in main/t1 instead of id-0'],
    ],
    [
      'each non-compliant one of a type',
      wants('type: snyk'),
      [holding('main', ['-a:snyk', 'b:snyk', '-c:snyk'], emptyTemplate)],
      [],
      [
        'a:snyk on artifact in main/t1 instead of id-0',
        'c:snyk on artifact in main/t1 instead of id-2',
      ],
    ],
    [
      'any of a type, under the name of the template',
      wants('type: junit'),
      [holding('main', [])],
      [],
      ['unit:junit on artifact in main/t1'],
    ],
    [
      'any of a type, under a free name',
      `${compliance}\n${wants('type: snyk')}`,
      [holding('main', [...complete, 'snyk:generic'])],
      [],
      ['snyk-2:snyk on artifact in main/t1'],
    ],
    [
      'a type with characters that names do not allow',
      wants('type: "custom:a.b~c"'),
      [holding('main', [])],
      [],
      ['custom-a-b-c:custom:a.b~c on artifact in main/t1'],
    ],
    [
      'a missing decision',
      control,
      [holding('main', [])],
      [],
      ['SOC-1:system:decision of SOC~1 on artifact in main/t1'],
    ],
    [
      'a decision against',
      wants('type: decision, for_control: C'),
      [holding('main', ['-d:system:decision:C'])],
      [],
      ['d:system:decision of C on artifact in main/t1 instead of id-0'],
    ],
    [
      'a legacy record: on a new trail of the flow',
      unit,
      [legacy],
      [candidate('old')],
      ['report registry.example.com-app-1 in old/new', 'unit:junit on artifact in old/new'],
    ],
    [
      'only where the rule applies',
      wants(`name: unit, type: junit, if: '\${{ flow.name == "b" }}'`),
      [holding('a', []), holding('b', ['-unit:junit', '-x:snyk'])],
      [],
      ['unit:junit on artifact in b/t1 instead of id-0'],
    ],
    [
      'with the rules that apply only on the new trail',
      `${provenance}\n${wants(`name: unit, type: junit, if: '\${{ exists(flow) }}'`)}`,
      [],
      [candidate('main')],
      ['report registry.example.com-app-1 in main/new', 'unit:junit on artifact in main/new'],
    ],
    [
      'only the report, where the rule then no longer applies',
      wants(`name: unit, type: junit, if: '\${{ flow == null }}'`),
      [],
      [candidate('main')],
      ['report registry.example.com-app-1 in main/new'],
    ],
    ['nothing for a legacy record without a flow to report in', unit, [legacy], [], null],
  ])('%s', (_name, rules, flows, candidates, expected) => {
    const { fixes } = planFix([policyOf(rules)], artifactIn(...flows), candidates)
    expect(fixes.flatMap(({ additions }) => additions.map(say))).toEqual(expected ?? [])
  })

  it('is for its rule', () => {
    const { fixes } = planFix([policyOf(unit)], artifactIn(holding('main', [])), [])
    expect(fixes).toMatchObject([{ policy_name: 'prod', rule_type: 'attestation', line: 4 }])
  })
})

describe('properties', () => {
  const text = fc.constantFrom('', '-')
  const entry = fc.constantFrom(
    ...[
      'unit:junit',
      'review:pull_request@trail',
      'review:pull_request',
      'x:snyk',
      'junit:generic',
    ],
    ...['unit:generic', 'd:system:decision:C', 'd:system:decision:D@trail'],
  )
  const records = fc.array(
    fc.tuple(text, entry).map((parts) => parts.join('')),
    { maxLength: 5 },
  )
  const held = fc
    .array(fc.record({ of: fc.constantFrom(template, emptyTemplate), records }), { maxLength: 2 })
    .map((all) => all.map(({ of, records }, index) => holding(`flow-${index}`, records, of)))
  const rule = fc.constantFrom(
    ...['name: unit, type: junit', 'type: junit', 'type: decision, for_control: C'],
    ...['name: review, type: "*"', 'type: snyk', 'type: decision', 'type: "custom:y"'],
    "type: sonar, if: '${{ exists(flow) }}'",
  )
  const rules = fc
    .record({
      required: fc.subarray([provenance, compliance]),
      wanted: fc.uniqueArray(rule, { minLength: 1, maxLength: 4 }),
    })
    .map(({ required, wanted }) => [...required, wants(...wanted)].join('\n'))
  const candidates = fc.subarray([candidate('new-a'), candidate('new-b', template)])

  test('the additions of a plan or a fix are sufficient', () => {
    fc.assert(
      fc.property(rules, held, candidates, (rules, flows, candidates) => {
        const policies = [policyOf(rules)]
        const artifact = artifactIn(...flows)
        const after = (additions: readonly Addition[]) =>
          evaluateArtifact(
            policies,
            additions.reduce((so, added) => withAddition(so, added, candidates), artifact),
          )
        const { fixes, additions } = planFix(policies, artifact, candidates)
        const isReachable = flows.length + candidates.length > 0
        const isFailing = evaluateArtifact(policies, artifact).compliant === false
        expect(additions !== null).toBe(isReachable || !isFailing)
        if (additions) expect(after(additions).compliant).toBe(true)
        for (const { additions, line } of fixes) {
          const fixed = after(additions).policies[0]!.rules.find((it) => it.rule.line === line)
          expect(fixed!.satisfied).not.toBe(false)
        }
      }),
      { numRuns: 120 },
    )
  })
})

describe('the plan for an artifact', () => {
  test.each<[string, string[], FixableFlow[], CandidateFlow[], string[] | null]>([
    ['nothing fails', [provenance], [holding('main', [])], [], []],
    [
      'one addition for several rules',
      [`${compliance}\n${wants('type: junit', 'name: unit, type: junit')}`, unit],
      [holding('main', ['review:pull_request@trail'])],
      [],
      ['unit:junit on artifact in main/t1'],
    ],
    [
      'from nothing',
      [`${provenance}\n${compliance}\n${wants('name: scan, type: snyk')}`],
      [],
      [candidate('main', template)],
      [
        'report app in main/new',
        'scan:snyk on artifact in main/new',
        'unit:junit on artifact in main/new',
        'review:pull_request on trail in main/new',
      ],
    ],
    ['one rule cannot be fixed', [unit, provenance], [legacy], [], null],
  ])('%s', (_name, policies, flows, candidates, expected) => {
    const all = policies.map((rules, index) => policyOf(rules, `p${index}`))
    const { additions } = planFix(all, artifactIn(...flows), candidates)
    expect(additions && additions.map(say)).toEqual(expected)
  })

  it('cannot fix an image without a fingerprint', () => {
    const artifact = { ...artifactIn(), fingerprint: '' }
    expect(planFix([policyOf(provenance)], artifact, [candidate('main')]).additions).toBeNull()
  })
})
