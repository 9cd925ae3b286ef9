import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { ArtifactName } from '#web/domain-ui/artifact-name.tsx'
import { VerdictLabel, verdictOfState } from '#web/domain-ui/verdict.tsx'
import { Card } from '#web/ui/card.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { type Candidate, useCandidates } from './-use-candidates.ts'

/** Artifacts to ask about: recent builds, or what the address calls by another name. */
export function ArtifactPicker(props: {
  org: string
  /** Text in the address instead of a fingerprint. */
  text: string | undefined
  /** Half a page wide: flows and trails have no room. */
  isHalf: boolean
  /** Takes the only one that was found, without a press. */
  onOnly: (fingerprint: string) => void
  onPick: (candidate: Candidate) => void
}) {
  const { org, text = '' } = props
  const { candidates, hasMore, isLooking } = useCandidates(org, text)
  const [only, second] = candidates
  const take = useEffectEvent(props.onOnly)
  const sole = text && only && !second && !isLooking ? only.fingerprint : undefined
  useEffect(() => {
    if (sole) take(sole)
  }, [sole])
  return (
    <Card
      title={text ? `Found for “${text}”` : 'Built lately'}
      remark={hasMore ? 'the newest; write more of the name to find others' : 'fills What'}
      actions={
        !text && (
          <Link
            to="/$org/builds"
            params={{ org }}
            className="px-2 text-table text-accent hover:underline max-md:py-3"
          >
            All builds
          </Link>
        )
      }
    >
      {isLooking && candidates.length === 0 && <SkeletonRows rows={3} />}
      {!isLooking && candidates.length === 0 && (
        <p className="border-t border-line px-4 py-6 text-center text-table text-muted">
          {text
            ? `No artifact is called “${text}”, and no fingerprint or commit begins with it.`
            : 'Nothing was built in the last 28 days. Write a fingerprint, a commit or a name above.'}
        </p>
      )}
      {candidates.length > 0 && (
        <SmallTable
          caption="Artifacts to ask about"
          columns={[
            { heading: 'Artifact' },
            ...(props.isHalf ? [] : [{ heading: 'Flow and trail', width: '24%' }]),
            { heading: 'In its flow', width: '12.5rem' },
            { heading: 'Built', width: '5.5rem', isNumber: true },
          ]}
          className="border-t border-line max-md:border-0"
        >
          {candidates.map((one) => (
            <tr key={one.fingerprint} role="row">
              <td role="cell" className="max-md:-order-1 max-md:w-full max-md:text-body">
                <button
                  type="button"
                  title={one.name}
                  className="relative max-w-full truncate py-0.5 text-left font-medium text-text hover:underline max-md:-my-3 max-md:py-3"
                  onClick={() => props.onPick(one)}
                >
                  <span className="sr-only">Choose </span>
                  <ArtifactName filename={one.name} />
                </button>
              </td>
              {!props.isHalf && (
                <td role="cell" className="text-muted" title={one.about}>
                  {one.about}
                </td>
              )}
              <td role="cell">
                {one.state && (
                  <VerdictLabel verdict={verdictOfState[one.state]} qualifiers={one.qualifiers} />
                )}
              </td>
              <td role="cell" className="text-right max-md:ml-auto" data-number>
                {one.builtAt !== null && <TimeAgo at={one.builtAt} />}
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Card>
  )
}
