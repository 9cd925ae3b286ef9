import type { Scope } from '../attestation/queries.ts'
import type { TrailHappening } from './evaluate-trail.ts'

/** What events of attestations say, of a trail and of artifacts alike (wire.md 9). */
interface Told {
  attestation_type: string
  is_compliant: boolean
  attestation_id: string
  template_reference_name: string
  git_commit_info?: object | null
  repo_info?: object | null
  is_override?: boolean
  ended_override_id?: string
  end_kind?: string
  ended_by?: string
}

interface NamedArtifact {
  filename: string
  template_reference_name: string | null
}

/** What an attestation is on its trail, once for each scope. */
export function happenings(
  told: Told,
  scopes: readonly Scope[],
  artifact: NamedArtifact | null,
): TrailHappening[] {
  return scopes.map((scope) => {
    if (scope.kind === 'trail') return { type: 'trail_attestation_reported', body: told }
    if (scope.kind === 'target') {
      return {
        type: 'trail_attestation_for_artifact_reported',
        body: { ...told, target_artifact: scope.name },
      }
    }
    return {
      type: 'artifact_attestation_reported',
      body: {
        ...told,
        artifact_fingerprint: scope.fingerprint,
        artifact_name: artifact?.filename ?? '',
        target_artifact: artifact?.template_reference_name ?? '',
      },
    }
  })
}
