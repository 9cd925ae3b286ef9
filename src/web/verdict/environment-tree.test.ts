import { expect, test } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { verdictLabel } from '#domain/verdict/qualified-verdict.ts'
import { environmentTree } from './environment-tree.tsx'
import type { TreeNode } from './tree.tsx'

type Verdict = Parameters<typeof environmentTree>[1]

const artifact = (name: string, environment_name: string, compliant: boolean) => ({
  name,
  fingerprint: name,
  environment_name,
  compliant,
  reason: 'policies_satisfied' as const,
  qualifiers: { ...noQualifiers, judged: 1 },
  reasons: [],
  failing_policies: [],
})
const silence = {
  environment_name: 'mute',
  last_reported_at: 0,
  interval: 3_600,
  basis: 'learned' as const,
}
const verdict = (fields: Partial<Verdict>): Verdict => ({
  environment_name: 'all',
  type: 'logical',
  snapshot_index: 4,
  evaluated_at: 0,
  state: false,
  reason: 'artifacts_failing',
  silence: null,
  silent_environments: [],
  policies: [],
  counts: { compliant: 1, non_compliant: 3, unknown: 0 },
  failing: [
    artifact('a', 'busy', false),
    artifact('b', 'mute', false),
    artifact('c', 'quiet', false),
  ],
  qualifiers: noQualifiers,
  qualified_count: 0,
  qualified: [],
  ...fields,
})

const labelsOf = (node: TreeNode): [string, string][] => [
  [node.key, verdictLabel(node)],
  ...(node.children ?? []).flatMap(labelsOf),
]
const drawn = (fields: Partial<Verdict>) =>
  Object.fromEntries(labelsOf(environmentTree('acme', verdict(fields), [])))
const stale = 'Stale, last non-compliant'

test('every silent member and what fails in it is the last known, whichever decides', () => {
  const silent_environments = ['mute', 'quiet']
  const among = drawn({ silent_environments })
  expect(among).toMatchObject({
    all: 'Non-compliant',
    'member/busy/true': 'Non-compliant',
    'busy/a/a': 'Non-compliant',
    'member/mute/true': stale,
    'mute/b/b': stale,
    'member/quiet/true': stale,
    'quiet/c/c': stale,
  })
  expect(drawn({ silent_environments, silence }).all).toBe(stale)
  expect(drawn({}).all).toBe('Non-compliant')
})

test('what is not listed of a silent environment is the last known, too', () => {
  const one = { environment_name: 'mute', type: 'server' as const, silence }
  const silent_environments = ['mute']
  const rest = { state: true, failing: [], counts: { compliant: 2, non_compliant: 0, unknown: 0 } }
  expect(drawn({ ...one, ...rest, silent_environments })).toEqual({
    mute: 'Stale, last compliant',
    rest: 'Stale, last compliant',
  })
  const failing = { failing: [], counts: { compliant: 0, non_compliant: 2, unknown: 0 } }
  expect(drawn({ ...one, ...failing, silent_environments }).unlisted).toBe(stale)
  const logical = environmentTree('acme', verdict({ ...rest, silent_environments }), [])
  expect(logical.children?.[0]?.label).toBe('2 artifacts, in silent members when last seen')
})
