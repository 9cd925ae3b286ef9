import type { Addition } from '#contract/verdict/fix-plan.ts'
import { reportCall } from '#web/pipeline/report-attestation.ts'
import type { PipelineCall } from '#web/ui/call-form.ts'

/** The call that reports an attestation which a fix asks for; null for types that have none. */
export function fixCall(
  org: string,
  added: Addition,
  artifact: { name: string; fingerprint: string },
): PipelineCall | null {
  if (added.kind !== 'attest') return null
  return reportCall({
    org,
    flow: added.flow_name,
    trail: added.trail_name,
    name: added.attestation_name,
    type: added.attestation_type,
    artifact: added.scope === 'artifact' ? artifact : null,
    commit: null,
    control: added.control,
  })
}
