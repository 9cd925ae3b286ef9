import { Link } from '@tanstack/react-router'
import type { PreviewedTrail } from '#contract/template/template-version.ts'
import { type TrailState, trailStates } from '#contract/verdict/compliance-status.ts'
import { verdictOfState, verdicts } from '../ui/verdict-mark.tsx'
import { VerdictStep } from '../ui/verdict-step.tsx'

/** What a draft would do to the last trails: those whose verdict it changes, and what they lack. */
export function DraftEffect(props: { org: string; flow: string; trails: PreviewedTrail[] }) {
  const { org, flow, trails } = props
  const changed = trails.filter(({ state, state_with_draft }) => state !== state_with_draft)
  return (
    <>
      <p className="border-t border-line px-4 py-2.5 text-table">{effectLabels(trails)}</p>
      {changed.length > 0 && (
        <ul aria-label="Trails that would change" className="text-table">
          {changed.map((trail) => (
            <li
              key={trail.name}
              className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-1.5"
            >
              <Link
                to="/$org/flows/$flow/trails/$trail"
                params={{ org, flow, trail: trail.name }}
                className="font-medium text-text hover:underline"
              >
                {trail.name}
              </Link>
              <VerdictStep
                from={verdictOfState[trail.state]}
                to={verdictOfState[trail.state_with_draft]}
              />
              {trail.missing.length > 0 && (
                <span className="min-w-0 text-meta text-muted wrap-anywhere">
                  lacks {trail.missing.map(slotLabels).join(', ')}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** "3 of the last 20 trails would change: 14 compliant, 6 incomplete with this draft." */
export function effectLabels(trails: readonly PreviewedTrail[]): string {
  const [only] = trails
  if (!only) return 'There is no trail yet to try the draft on.'
  const changed = trails.filter(({ state, state_with_draft }) => state !== state_with_draft).length
  if (trails.length === 1) {
    return `The only trail would ${changed ? 'be' : 'stay'} ${wordOf(only.state_with_draft)}.`
  }
  const counts = trailStates.flatMap((state) => {
    const count = trails.filter((trail) => trail.state_with_draft === state).length
    return count > 0 ? [`${count} ${wordOf(state)}`] : []
  })
  return `${changed || 'None'} of the last ${trails.length} trails would change: ${counts.join(', ')} with this draft.`
}

const wordOf = (state: TrailState) => verdicts[verdictOfState[state]].label.toLowerCase()

const slotLabels = ({ artifact_name, attestation_name }: PreviewedTrail['missing'][number]) =>
  attestation_name === null
    ? `the artifact ${artifact_name}`
    : artifact_name === null
      ? attestation_name
      : `${attestation_name} of ${artifact_name}`
