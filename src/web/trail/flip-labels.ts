import type { FlipCause, TrailFlip } from '#contract/trail/trail-page.ts'
import type { QualifiedVerdict } from '#domain/verdict/qualified-verdict.ts'
import { byOverrides } from '#domain/verdict/qualifiers.ts'
import { verdictOfState } from '#web/domain-ui/verdict.tsx'

const fieldLabels: Record<string, string> = {
  git_commit_info: 'commit',
  repo_info: 'repository',
  external_urls: 'links',
  user_data: 'user data',
  origin_url: 'build address',
}

/** The verdict of a flip; one that an override turned is carried by it. */
export const verdictAfter = ({ state, cause }: TrailFlip): QualifiedVerdict => ({
  verdict: verdictOfState[state],
  qualifiers: byOverrides(Number(cause?.is_override ?? false)),
})

/** Cause of a flip, in a sentence: "unit-tests reported for api, non-compliant". */
export function sentenceOf(cause: FlipCause | null): string {
  switch (cause?.type) {
    case 'trail_reported':
      return 'Trail begun'
    case 'trail_updated':
      return updateText(cause.changes)
    case 'artifact_creation_reported':
      return cause.artifact_name ? `Artifact ${cause.artifact_name} reported` : 'Artifact reported'
    case 'trail_attestation_reported':
    case 'trail_attestation_for_artifact_reported':
    case 'artifact_attestation_reported': {
      const target = cause.artifact_name ? ` for ${cause.artifact_name}` : ''
      const name = cause.attestation_name ?? 'Evidence'
      if (cause.override_end) return `Override of ${name}${target} ${cause.override_end}`
      const verdict = cause.is_compliant ? 'compliant' : 'non-compliant'
      const verb = cause.is_override ? 'overridden' : 'reported'
      return `${name} ${verb}${target}, ${verdict}`
    }
    default:
      return 'Cause not recorded'
  }
}

function updateText(changes: readonly string[]): string {
  if (changes.length === 1 && changes[0] === 'template') return 'Template changed'
  const labels = changes.map((change) => fieldLabels[change] ?? change)
  return labels.length > 0 ? `Trail updated: ${labels.join(', ')}` : 'Trail updated'
}

/** "Begun, then 3 flips", or how many flips are shown of more. */
export function countFlips(flips: readonly TrailFlip[], max: number): string {
  if (flips.length >= max) return `the newest ${max} flips`
  const count = flips.length - 1
  if (count <= 0) return 'no flip since it began'
  return count === 1 ? '1 flip since it began' : `${count} flips since it began`
}
