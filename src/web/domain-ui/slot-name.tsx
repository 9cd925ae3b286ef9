import { Link } from '@tanstack/react-router'
import type { ExpiredAge } from '#contract/verdict/expired-age.ts'
import { byOverrides } from '#domain/verdict/qualifiers.ts'
import { Tag } from '#web/ui/tag.tsx'
import { ExpiredText } from './expired-text.tsx'
import { rowOf } from './drawer-steps.ts'
import { QualifierText } from './qualifier-text.tsx'
import { type Verdict, VerdictMark, verdicts } from './verdict.tsx'

/** The first cell of a slot's row: its verdict and name; what was reported opens beside the page. */
export function SlotName(props: {
  verdict: Verdict
  name: string
  attestationId: string | null
  isUnexpected: boolean
  isOverridden?: boolean
  /** How old its evidence is, where that is more than allowed. */
  expired?: ExpiredAge | null | undefined
  isSelected: boolean
  /** Whether what was found stands beside it, which says more than the word of the verdict. */
  isExplained?: boolean
}) {
  const { verdict, name, attestationId: id } = props
  const { label, color } = verdicts[verdict]
  return (
    // The name keeps its room: what is said beside it goes below where there is none.
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="flex max-w-full min-w-0 items-center gap-2">
        <VerdictMark verdict={verdict} isQualified={props.isOverridden || Boolean(props.expired)} />
        {id ? (
          <Link
            to="."
            search={(search: object) => ({ ...search, attestation_id: id })}
            resetScroll={false}
            data-row-link
            aria-current={props.isSelected ? 'true' : undefined}
            {...rowOf(id)}
            className="truncate font-medium text-text hover:underline"
          >
            {name}
          </Link>
        ) : (
          <span className="truncate font-medium text-text">{name}</span>
        )}
      </span>
      {props.isUnexpected && <Tag>unexpected</Tag>}
      {props.isOverridden && (
        <span className="shrink-0 text-table whitespace-nowrap">
          <QualifierText verdict={verdict} qualifiers={byOverrides(1)} />
        </span>
      )}
      <ExpiredText age={props.expired} />
      {/* The mark says it already to those who listen. */}
      {verdict === 'non-compliant' && !props.isExplained && (
        <span aria-hidden="true" className={`shrink-0 text-table font-medium ${color}`}>
          {label}
        </span>
      )}
    </span>
  )
}
