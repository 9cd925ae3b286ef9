import canonicalize from 'canonicalize'
import { createHash } from 'node:crypto'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { previewPolicyEffect } from '#contract/policy/policy-effect.ts'
import type { EnvironmentPolicyEffect } from './evaluate-policy-change.ts'

type Answer = ResponseOf<typeof previewPolicyEffect>

const hashOf = (value: object) =>
  createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('hex')

/**
 * Hashes of a preview for the audit entry of the change that follows, as SHA-256 of canonical JSON:
 * the question with its policy versions and snapshots, and the effect with all its flips.
 */
export function effectHashes(
  preview: { question: object; evaluated_at: number; effects: readonly EnvironmentPolicyEffect[] },
  result: Pick<Answer, 'environments' | 'rules' | 'flips'>,
): Pick<Answer, 'input_hash' | 'result_hash'> {
  const { question, evaluated_at, effects } = preview
  const environments = effects.map(({ effect: { name, snapshots }, versions }) => ({
    name,
    snapshots,
    versions: versions.map((one) => ({ name: one.name, version: one.version })),
  }))
  return {
    input_hash: hashOf({ question, evaluated_at, environments }),
    result_hash: hashOf(result),
  }
}
