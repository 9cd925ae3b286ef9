import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { expect, test } from 'vitest'
import { answerText } from './deploy-answer.tsx'

type Answer = Parameters<typeof answerText>[0]

function answer(verdicts: Record<string, Record<string, boolean | null>>): Answer {
  const names = Object.keys(verdicts)
  const results = names.flatMap((name) =>
    Object.entries(verdicts[name] ?? {}).map(([environment_name, compliant]) => ({
      name,
      fingerprint: name,
      environment_name,
      compliant,
      reason: 'policies_failed' as const,
      qualifiers: { ...noQualifiers, judged: 1 },
      reasons: [],
      failing_policies: [],
    })),
  )
  const all = results.map(({ compliant }) => compliant)
  const places = [...new Set(results.map((one) => one.environment_name))]
  return {
    evaluated_at: 0,
    has_more: false,
    compliant: all.includes(false) ? false : all.includes(null) ? null : true,
    counts: { compliant: 0, non_compliant: 0, unknown: 0 },
    qualifiers: { ...noQualifiers, judged: 1 },
    overrides: [],
    artifacts: names.map((name) => ({ name, fingerprint: name, is_known: true })),
    environments: places.map((name) => ({ name, type: null, policies: [], problem: null })),
    results,
  }
}

/** A Yes by overrides that end then. */
const carried = (by: Partial<Answer['qualifiers']>, ends: (number | null)[]): Answer => ({
  ...answer({ app: { prod: true } }),
  evaluated_at: 1_800_000_000,
  qualifiers: { ...noQualifiers, judged: 1, ...by },
  overrides: ends.map((expires_at, index) => ({
    override_id: String(index),
    attestation_name: 'scan',
    flow_name: 'flow',
    trail_name: 'trail',
    created_by: 'dana',
    expires_at,
  })),
})

test.each([
  [answer({ app: { prod: true } }), 'Yes. app would comply in prod.'],
  [
    answer({ app: { prod: true, eu: true }, web: { prod: true, eu: true } }),
    'Yes. All 2 artifacts would comply in prod and eu.',
  ],
  [answer({ app: { prod: false, eu: true } }), 'No. app would not comply in prod.'],
  [
    answer({ app: { prod: false }, web: { prod: true } }),
    'No. 1 of 2 artifacts would not comply in prod.',
  ],
  [
    answer({ app: { prod: true, eu: null } }),
    'Unknown in eu: nothing would stop it, nothing verifies it.',
  ],
  [
    carried({ overridden: 1 }, [1_000_000]),
    'Yes, by 1 override that ends 12 Jan 1970. app would comply in prod.',
  ],
  [carried({ overridden: 1 }, [null]), 'Yes, by 1 override. app would comply in prod.'],
  [
    carried({ overridden: 2 }, [1_000_000, null]),
    'Yes, by 2 overrides; the first override ends 12 Jan 1970. app would comply in prod.',
  ],
  [
    carried({ overridden: 1, exempt: 1 }, [1_000_000]),
    'Yes, by 1 override and 1 exemption; the first override ends 12 Jan 1970. app would comply in prod.',
  ],
  [answer({}), 'No answer: none of the environments can be asked.'],
])('%#', (given, text) => expect(answerText(given)).toBe(text))
