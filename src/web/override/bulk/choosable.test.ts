import { expect, it } from 'vitest'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { bulkRefusal, choosableOf } from './choosable.ts'

const row = (id: string, fields: Partial<Attestation> = {}) =>
  ({
    attestation_id: id,
    flow_name: 'shop',
    trail_name: 'one',
    attestation_name: 'scan',
    attestation_type: 'generic',
    artifact_fingerprint: null,
    target_artifacts: null,
    is_override: false,
    ...fields,
  }) as Attestation

it.each([
  ['evidence', {}, null],
  ['what is overridden', { overridden_by: 'o' }, null],
  ['an override', { is_override: true }, 'This is an override'],
  ['a decision', { attestation_type: 'system:decision' }, 'A decision cannot be overridden'],
] as const)('%s', (_what, fields, text) => {
  const refusal = bulkRefusal(row('1', fields as Partial<Attestation>))
  expect(refusal).toEqual(text === null ? null : expect.stringContaining(text))
})

it('takes of one subject the newest report, and nothing that cannot be overridden', () => {
  const rows = [
    row('override', { is_override: true } as Partial<Attestation>),
    row('newest'),
    row('earlier'),
    row('of-artifact', { artifact_fingerprint: 'a', target_artifacts: ['app'] }),
    row('of-artifact-earlier', { artifact_fingerprint: 'a' }),
    row('in-advance', { target_artifacts: ['app'] }),
    row('elsewhere', { trail_name: 'two' }),
    row('decision', { attestation_type: 'system:decision' } as Partial<Attestation>),
  ]
  expect(choosableOf(rows).map(({ attestation_id }) => attestation_id)).toEqual([
    'newest',
    'of-artifact',
    'in-advance',
    'elsewhere',
  ])
})
