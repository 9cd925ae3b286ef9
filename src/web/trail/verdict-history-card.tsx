import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { type FlipCause, type TrailFlip, maxFlips } from '#contract/trail/trail-page.ts'
import { verdictText } from '#domain/verdict/qualified-verdict.ts'
import { peopleText } from '#web/domain-ui/cause-labels.ts'
import { QualifiedMark } from '#web/domain-ui/qualified-mark.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { onlyDayOf, stampOf } from '#web/ui/time-text.ts'
import { TimeStamp } from '#web/ui/time.tsx'
import { countFlips, sentenceOf, verdictAfter } from './flip-labels.ts'
import { flipsQuery } from './queries.ts'

const stripLength = 24

/** Every flip of a trail's verdict with its cause: a strip that ends now, and a list from now back. */
export default function VerdictHistoryCard(props: { org: string; flow: string; trail: string }) {
  const { data: flips, isError, refetch } = useQuery(flipsQuery(props.org, props.flow, props.trail))
  if (!flips) {
    return (
      <Card title="Verdict history" remark="–">
        {isError ? (
          <LoadFailed what="The history" frame="card" onRetry={refetch} />
        ) : (
          <SkeletonRows rows={2} />
        )}
      </Card>
    )
  }
  const day = onlyDayOf(flips.map(({ at }) => at))
  return (
    <Card
      title="Verdict history"
      remark={`${countFlips(flips, maxFlips)}${day ? `, ${day}, UTC` : ''}`}
      actions={<Strip flips={flips} />}
    >
      <ol className="pb-2" aria-label="Flips of the verdict, newest first">
        {flips
          .map((flip, index) => (
            <Flip
              key={flip.at + flip.state}
              flip={flip}
              before={flips[index - 1]}
              isNow={index === flips.length - 1}
              timeForm={day ? 'time' : 'moment'}
            />
          ))
          .reverse()}
      </ol>
    </Card>
  )
}

/** Oldest left, the present state last: failing once, or back and forth? */
function Strip(props: { flips: readonly TrailFlip[] }) {
  const { flips } = props
  if (flips.length < 3) return null
  const text = flips.map((flip) => verdictText(verdictAfter(flip))).join(', then ')
  return (
    <span
      role="img"
      aria-label={`Strip of verdicts: ${text}`}
      className="flex items-center gap-1 pr-2 max-md:hidden"
    >
      {flips.slice(-stripLength).map((flip) => (
        <span key={flip.at} title={`${verdictText(verdictAfter(flip))}, ${stampOf(flip.at)}`}>
          <QualifiedMark {...verdictAfter(flip)} size={12} />
        </span>
      ))}
    </span>
  )
}

function Flip(props: {
  flip: TrailFlip
  before: TrailFlip | undefined
  isNow: boolean
  timeForm: 'time' | 'moment'
}) {
  const { flip, before } = props
  return (
    <li className="flex items-start gap-x-4 px-4 py-1.5 text-table max-md:gap-x-3">
      <span className="w-16 shrink-0 text-muted">
        <TimeStamp at={flip.at} form={props.timeForm} />
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2">
          <Cause cause={flip.cause} />
          {props.isNow && <Tag>now</Tag>}
        </p>
        <p className="flex items-center justify-between gap-2 text-meta text-muted">
          {flip.cause?.by && peopleText(flip.cause.by, flip.cause.approved_by)}
          <span className="ml-auto flex h-5 shrink-0 items-center gap-2">
            {before && (
              <>
                <QualifiedMark {...verdictAfter(before)} />
                <Icon of={ArrowRight} small className="text-muted" />
              </>
            )}
            <QualifiedMark {...verdictAfter(flip)} />
          </span>
        </p>
      </div>
    </li>
  )
}

function Cause(props: { cause: FlipCause | null }) {
  const { cause } = props
  const sentence = sentenceOf(cause)
  if (!cause?.attestation_id) return <span className="font-medium">{sentence}</span>
  return (
    <Link
      to="."
      search={(search: object) => ({
        ...search,
        attestation_id: cause.attestation_id ?? undefined,
      })}
      resetScroll={false}
      className="font-medium text-text hover:underline max-md:-my-3 max-md:inline-block max-md:py-3"
    >
      {sentence}
    </Link>
  )
}
