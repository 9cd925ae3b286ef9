import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { verdictOf, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { Button } from '#web/ui/button.tsx'
import { Frame } from '#web/ui/card.tsx'
import { handsOnFocus } from '#web/ui/hand-on-focus.ts'
import { Note } from '#web/ui/note.tsx'
import { TimeStamp, TimeAgo } from '#web/ui/time.tsx'
import type { TargetState } from './target.ts'

/** The evidence's own verdict, with the way to it; it stays whatever is overridden. */
export function EvidenceSays(props: {
  org: string
  standing: TargetState
  /** The report; null where nothing was reported. */
  original: Attestation | null
  /** Its finding, in a few words. */
  finding: string | null
}) {
  const { org, standing, original, finding } = props
  return (
    <section aria-label="Evidence says" className="grid gap-1.5">
      <h2 className="text-table font-medium">Evidence says</h2>
      <Frame className="px-4 py-3">
        {original && !original.is_override ? (
          <>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <VerdictLabel
                verdict={verdictOf(original.reported_is_compliant ?? original.is_compliant)}
              />
              {finding && <span className="text-table text-muted">{finding}</span>}
              {standing.isOverridden && (
                <span className="flex items-center gap-1.5 text-table text-muted">
                  overridden, counts as
                  <VerdictLabel verdict={verdictOf(standing.isCompliant)} />
                </span>
              )}
              <Link
                to="/$org/flows/$flow/trails/$trail"
                params={{ org, flow: original.flow_name, trail: original.trail_name }}
                search={{ attestation_id: original.attestation_id }}
                target="_blank"
                className="ml-auto text-table text-accent hover:underline max-md:-my-3 max-md:ml-0 max-md:w-full max-md:py-3"
              >
                Open the evidence
              </Link>
            </p>
            <Remark>
              Reported by {original.reported_by},{' '}
              <TimeStamp at={original.created_at} form="stamp" />. It stays on record beside the
              override.
            </Remark>
          </>
        ) : (
          <>
            <p className="text-table">
              {original ? 'Nothing but an override.' : 'Nothing was reported yet.'}
            </p>
            <Remark>The override counts until the next report replaces it.</Remark>
          </>
        )}
      </Frame>
    </section>
  )
}

const Remark = (props: { children: ReactNode }) => (
  <p className="mt-1 text-meta text-muted">{props.children}</p>
)

/** Asks whether an override is still meant, where something else counts since it was begun. */
export function NewerNote(props: {
  /** Changes since then, up to the verdict that counts. */
  change: string
  standing: TargetState
  original: Attestation | null
  onGoOn: () => void
}) {
  const { change, standing, original, onGoOn } = props
  return (
    <div ref={handsOnFocus}>
      <Note action={<Button onClick={onGoOn}>Go on with it</Button>}>
        <span role="alert">
          {change}
          <VerdictLabel verdict={verdictOf(standing.isCompliant)} />
          {original && !standing.isOverridden && (
            <>
              , by {original.reported_by} <TimeAgo at={original.created_at} suffix />
            </>
          )}
          . Do you still want to override?
        </span>
      </Note>
    </div>
  )
}
