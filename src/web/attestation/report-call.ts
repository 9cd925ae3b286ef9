import { kindOf } from '#contract/attestation/types/kind.ts'
import { curl } from '#web/api/curl.ts'
import { kinds, typeForSlot } from './types/kinds.tsx'

/** The slot of a trail or artifact that a report should fill. */
export interface ReportTarget {
  org: string
  flow: string
  trail: string
  name: string
  /** As the template says it; `*` takes any. */
  type: string
  artifact: { name: string; fingerprint: string | null } | null
  commit: string | null
  /** Of a decision: what it is about. */
  control?: string | null
}

/** The call that reports a missing attestation; null for types that cannot be reported. */
export function reportCall(target: ReportTarget): string | null {
  const type = typeForSlot(target.type)
  const kind = kindOf(type)
  if (kind === null) return null
  const { endpoint, sample } = kinds[kind]
  return curl(endpoint, {
    params: { org: target.org, flow_name: target.flow, trail_name: target.trail },
    body: {
      attestation_name: target.name,
      ...scopeOf(target),
      ...sample,
      ...(kind === 'custom' && { type_name: type.replace('custom:', '') }),
      ...(target.control && { control: target.control }),
    },
  })
}

function scopeOf({ artifact, commit }: ReportTarget) {
  if (!artifact) return {}
  if (artifact.fingerprint) return { artifact_fingerprint: artifact.fingerprint }
  // Before the artifact itself is reported, its name and commit stand for it.
  return { target_artifacts: [artifact.name], git_commit_info: { sha1: commit ?? 'COMMIT' } }
}
