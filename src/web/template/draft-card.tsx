import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PreviewedTrail } from '#contract/template/template.ts'
import { type TrailState, trailStates } from '#contract/verdict/compliance-status.ts'
import { ApiError } from '#web/api/api-error.ts'
import { verdictOfState, verdicts, VerdictStep } from '#web/domain-ui/verdict.tsx'
import { DraftEditor } from '#web/form/draft-editor.tsx'
import { CancelEditLink } from '#web/record/edit-links.tsx'
import { LeaveQuestion } from '#web/record/leave-question.tsx'
import { useChange } from '#web/record/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Note } from '#web/ui/note.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { draftEffectQuery, saveTemplate } from './queries.ts'

/** A draft of a flow's template: errors on their lines, its effect on the last trails, and Save. */
export default function DraftCard(props: {
  org: string
  flow: string
  /** The text to begin with. */
  base: string
  newest: number
  /** Why this person may not save, or null. */
  refusal: string | null
  /** Goes where the saved template shows; the draft is not to be asked for any more. */
  onSaved: () => void
}) {
  const { org, flow, newest, refusal } = props
  const [base] = useState({ text: props.base, newest })
  const [text, setText] = useState(base.text)
  const { isBusy, failure, run } = useChange(org, 'flow_updated')
  const tried = useDebouncedValue(text)
  const effect = useQuery(draftEffectQuery(org, flow, tried))
  const problems = effect.data?.problems ?? []
  // Of the text as it stands now, not of one before it.
  const isSound =
    tried === text && effect.isSuccess && !effect.isPlaceholderData && problems.length === 0
  const isChanged = text !== base.text

  const save = async () => {
    if (await run(() => saveTemplate(org, flow, text), 'Template saved')) props.onSaved()
  }
  return (
    <Card
      title="Draft"
      remark={refusal ?? 'Trails that begin after it is saved take it.'}
      actions={
        <span className="flex gap-2 pr-2">
          <CancelEditLink size="small" />
          <Button
            kind="primary"
            size="small"
            isBusy={isBusy}
            refusal={refusal}
            disabled={!isSound || !isChanged}
            onClick={() => void save()}
          >
            {isBusy ? 'Saving' : 'Save'}
          </Button>
        </span>
      }
    >
      <LeaveQuestion isChanged={isChanged} />
      {newest > base.newest && (
        <div className="px-4">
          <Note>Version {newest} was set meanwhile. Saving replaces it.</Note>
        </div>
      )}
      {failure && (
        <p role="alert" className="px-4 pb-3 text-table font-medium wrap-anywhere">
          {failure}
        </p>
      )}
      <DraftEditor
        label="Draft of the template"
        text={text}
        problems={problems}
        onChange={setText}
      />
      {problems.length > 0 ? (
        <p className="border-t border-line px-4 py-2.5 text-table text-muted">
          A draft with errors cannot be tried or saved.
        </p>
      ) : effect.data ? (
        <DraftEffect org={org} flow={flow} trails={effect.data.trails} />
      ) : effect.isError ? (
        <div className="border-t border-line px-4 py-2.5">
          <LoadFailed
            what="Its effect on the last trails"
            reason={refusalText(effect.error)}
            frame="none"
            onRetry={effect.refetch}
          />
        </div>
      ) : (
        <p className="border-t border-line px-4 py-2.5 text-table text-muted">
          Trying it on the last trails
        </p>
      )}
    </Card>
  )
}

/** The service's refusal of the text itself, if that is why it failed. */
function refusalText(error: unknown): string | undefined {
  return error instanceof ApiError ? Object.values(error.errors)[0] : undefined
}

/** Effect of a draft on the last trails: those whose verdict it changes, and what they lack. */
export function DraftEffect(props: { org: string; flow: string; trails: PreviewedTrail[] }) {
  const { org, flow, trails } = props
  const changed = trails.filter(({ state, state_with_draft }) => state !== state_with_draft)
  return (
    <>
      <p className="border-t border-line px-4 py-2.5 text-table">{effectText(trails)}</p>
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
                  lacks {trail.missing.map(slotLabel).join(', ')}
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
export function effectText(trails: readonly PreviewedTrail[]): string {
  const [only] = trails
  if (!only) return 'There is no trail yet to try the draft on.'
  const changed = trails.filter(({ state, state_with_draft }) => state !== state_with_draft).length
  if (trails.length === 1) {
    return `The only trail would ${changed ? 'be' : 'stay'} ${labelOf(only.state_with_draft)}.`
  }
  const counts = trailStates.flatMap((state) => {
    const count = trails.filter((trail) => trail.state_with_draft === state).length
    return count > 0 ? [`${count} ${labelOf(state)}`] : []
  })
  return `${changed || 'None'} of the last ${trails.length} trails would change: ${counts.join(', ')} with this draft.`
}

const labelOf = (state: TrailState) => verdicts[verdictOfState[state]].label.toLowerCase()

const slotLabel = ({ artifact_name, attestation_name }: PreviewedTrail['missing'][number]) =>
  attestation_name === null
    ? `the artifact ${artifact_name}`
    : artifact_name === null
      ? attestation_name
      : `${attestation_name} of ${artifact_name}`
