import type { Attestation } from '#contract/attestation/attestation.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { TimeAgo } from '../ui/time.tsx'
import { verdictOf } from '../ui/verdict-mark.tsx'
import { VerdictLabel } from '../ui/verdict-word.tsx'
import type { TargetState } from './target.ts'

/** Asks whether an override is still meant, where something else counts since it was begun. */
export function NewerNote(props: {
  standing: TargetState
  original: Attestation | null
  onGoOn: () => void
}) {
  const { standing, original, onGoOn } = props
  return (
    <Note action={<Button onClick={onGoOn}>Go on with it</Button>}>
      <span role="alert">
        {standing.isOverridden
          ? 'Somebody else has overridden this since you opened it. It counts as '
          : 'A newer report came since you opened this. It says '}
        <VerdictLabel verdict={verdictOf(standing.isCompliant)} />
        {original && !standing.isOverridden && (
          <>
            , by {original.reported_by} <TimeAgo at={original.created_at} suffix />
          </>
        )}
        . Do you still want to override?
      </span>
    </Note>
  )
}
