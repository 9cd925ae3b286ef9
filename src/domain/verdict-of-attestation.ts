import type { AttestationKind, attestationTypes } from '#contract/attestation-type/index.ts'
import type * as z from 'zod/mini'

/** What a report of that type says besides the common fields. */
export type PayloadOf<K extends AttestationKind> = z.output<
  z.ZodMiniObject<(typeof attestationTypes)[K]['payload']>
>

/** Whether a report is compliant, by its type (wire.md 11.1). */
export const verdictOf: { [K in AttestationKind]: (payload: PayloadOf<K>) => boolean } = {
  generic: ({ is_compliant }) => is_compliant ?? true,
  junit: ({ junit_results }) =>
    junit_results.length > 0 &&
    junit_results.every(({ failures, errors }) => failures === 0 && errors === 0),
}
