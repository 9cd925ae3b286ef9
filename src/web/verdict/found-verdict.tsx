import { Link } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { peopleText } from '#web/domain-ui/cause-labels.ts'
import { FoundSummary, useEvidenceSummary } from '#web/record/evidence-summary.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TimeStamp } from '#web/ui/time.tsx'

/** A link within a sentence of a derivation. */
export const linkClass =
  'underline decoration-line-strong underline-offset-3 hover:decoration-current'

const labelOf = (isCompliant: boolean) => (isCompliant ? 'compliant' : 'non-compliant')

/**
 * After the name of evidence, what it says and found. Where an override counts, what was reported is
 * struck, and who decided otherwise, until when and why follows.
 */
export function FoundVerdict(props: {
  org: string
  id: string
  isCompliant: boolean
  isOverride: boolean
}) {
  const { org, id, isCompliant, isOverride } = props
  const given = useEvidenceSummary(id)?.override
  if (!isOverride || !given) {
    return (
      <>
        , {labelOf(isCompliant)}
        {isOverride && ' by override'}
        <FoundSummary id={id} />.
      </>
    )
  }
  const { reported_is_compliant: reported, expires_at, ended_at } = given
  return (
    <>
      , {reported === null ? 'not reported' : <del>{labelOf(reported)}</del>}
      <FoundSummary id={id} />.{' '}
      <Icon of={ArrowLeftRight} small className="inline align-[-1px] text-muted" /> Counts as{' '}
      {labelOf(isCompliant)}
      {given.approved_by !== null && ','}{' '}
      <Link to="/$org/overrides/$override" params={{ org, override: id }} className={linkClass}>
        {peopleText(given.reported_by, given.approved_by)}
      </Link>
      {expires_at === null ? (
        ', no end'
      ) : (
        <>
          {' '}
          until <TimeStamp at={expires_at} form="stamp" />
        </>
      )}
      : “{given.reason}”.
      {ended_at !== null && (
        <>
          {' '}
          Ended <TimeStamp at={ended_at} form="stamp" />.
        </>
      )}
    </>
  )
}
