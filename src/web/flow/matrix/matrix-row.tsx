import { clsx } from 'clsx'
import { ArrowLeftRight, Hourglass } from 'lucide-react'
import { memo } from 'react'
import type { MatrixTrail } from '#contract/flow/flow-statistics.ts'
import type { FilledSlot } from '#contract/trail/slot.ts'
import { type SlotColumns, slotKey } from '#domain/trail/trail-slots.ts'
import { ageText } from '#domain/verdict/evidence-age.ts'
import { isPlain, qualifierText, verdictText } from '#domain/verdict/qualified-verdict.ts'
import { qualifiersOfListed } from '#domain/verdict/qualifiers.ts'
import { QuietMark } from '#web/domain-ui/quiet-mark.tsx'
import { VerdictMark, verdictOfState, verdicts } from '#web/domain-ui/verdict.tsx'
import { fullSlotLabel, slotLabel, troubleText, verdictOfSlot } from '#web/flow/slot-labels.ts'
import { useEvidenceSummary } from '#web/record/evidence-summary.tsx'
import { cellAttribute } from '#web/table/grid-keys.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { hiddenWhereNarrow } from './matrix-head.tsx'

interface RowProps {
  trail: MatrixTrail
  href: string
  row: number
  /** Column of the grid's tab stop, -1 when it is in another row. */
  stop: number
  columns: readonly SlotColumns[]
  focus: string | null
  /** Where in its name begins what tells the trail from the others. */
  nameFrom: number
  isChosen: boolean
  /** Whether two others are compared. */
  isFaded: boolean
  /** Keys of the slots in which both chosen trails differ. */
  differing: ReadonlySet<string>
  /** Chooses the trail for a comparison, or no longer. */
  onChoose: (trail: string) => void
}

/** One trail, its slots from left to right. */
export const MatrixRow = memo(function MatrixRow(props: RowProps) {
  const { trail, href, row, stop, columns } = props
  const verdict = verdictOfState[trail.compliance_state]
  const stands = { verdict, qualifiers: qualifiersOfListed(trail) }
  const known = new Map(trail.slots?.map((slot) => [slotKey(slot), slot]))
  let column = 0
  return (
    <tr className="group">
      <th
        scope="row"
        className={clsx(
          'sticky left-0 z-1 h-8 border-b border-line px-4 text-left font-normal',
          props.isChosen ? 'bg-accent-tint' : 'bg-bg group-hover:bg-surface',
        )}
      >
        <span className="flex items-center gap-2 whitespace-nowrap">
          <Checkbox
            tabIndex={-1}
            checked={props.isChosen}
            onChange={() => props.onChoose(trail.name)}
            aria-label={`Compare ${trail.name}`}
            className="print:hidden"
          />
          <VerdictMark verdict={verdict} silent isQualified={!isPlain(stands)} />
          <a
            href={href}
            tabIndex={stop === 0 ? 0 : -1}
            {...{ [cellAttribute]: `${row}/0`, 'data-trail': trail.name }}
            aria-keyshortcuts="x"
            aria-label={`${trail.name}, ${verdictText(stands)}`}
            title={`${trail.name}, ${verdictText(stands)}`}
            className={clsx(
              'flex-1 truncate font-medium text-text hover:underline',
              props.nameFrom > 0 ? 'min-w-14' : 'max-w-64 min-w-24',
            )}
          >
            {trail.name.slice(props.nameFrom)}
          </a>
          <span className="pl-2 text-meta text-muted">
            <TimeAgo at={trail.created_at} />
          </span>
        </span>
      </th>
      {trail.slots === null ? (
        <td
          colSpan={columns.reduce((sum, { slots }) => sum + slots.length, 0) || 1}
          className="h-8 border-b border-l border-line px-2 text-muted group-hover:bg-surface"
        >
          The slots of this trail could not be read:{' '}
          <a
            href={href}
            tabIndex={stop > 0 ? 0 : -1}
            {...{ [cellAttribute]: `${row}/1` }}
            className="font-mono text-code hover:underline"
          >
            {trail.id}
          </a>
        </td>
      ) : (
        columns.flatMap(({ slots }) =>
          slots.map((slot, index) => {
            column += 1
            const filled = known.get(slotKey(slot))
            const cellProps = {
              tabIndex: stop === column ? 0 : -1,
              [cellAttribute]: `${row}/${column}`,
            }
            return (
              <td
                key={slotKey(slot)}
                className={clsx(
                  'h-8 border-b border-line p-0 group-hover:bg-surface',
                  index === 0 && 'border-l',
                  (props.isChosen || props.focus === slotKey(slot)) && 'bg-accent-tint!',
                  props.isChosen &&
                    props.differing.has(slotKey(slot)) &&
                    'outline-1 -outline-offset-2 outline-accent',
                )}
              >
                {filled ? (
                  <Mark
                    slot={filled}
                    trail={trail.name}
                    href={href}
                    cellProps={cellProps}
                    isFaded={props.isFaded}
                  />
                ) : (
                  <span {...cellProps} className="grid h-8 place-items-center">
                    <span className="sr-only">
                      {trail.name}, {fullSlotLabel(slot)}, not expected
                    </span>
                  </span>
                )}
              </td>
            )
          }),
        )
      )}
      <td
        className={clsx(
          'max-w-0 truncate border-b border-l border-line px-3 group-hover:bg-surface',
          props.isChosen && 'bg-accent-tint!',
          props.isFaded && 'text-muted',
          hiddenWhereNarrow,
        )}
      >
        <Why trail={trail} />
      </td>
    </tr>
  )
})

/** Trouble of a trail: the finding of evidence that fails, else which slots; or its qualifiers. */
function Why({ trail }: { trail: MatrixTrail }) {
  const slots = trail.slots ?? []
  const failing = slots.filter(({ state }) => state === 'NON-COMPLIANT')
  const found = useEvidenceSummary(failing[0]?.attestation_id ?? null)?.summary
  const more = failing.length > 1 ? `, and ${failing.length - 1} more` : ''
  const first = found == null ? undefined : failing[0]
  const trouble = troubleText(slots)
  const missing = slots.filter(({ state }) => state === 'MISSING').length
  // The column has no room for names, which stand above what is missing.
  const short = failing.length === 0 && missing > 1 ? `${missing} missing` : trouble
  const text = first ? `${found}${more}` : short
  const carried = qualifierText({
    verdict: verdictOfState[trail.compliance_state],
    qualifiers: qualifiersOfListed(trail),
  })
  return text ? (
    <span title={first ? `${slotLabel(first)}: ${text}` : trouble}>{text}</span>
  ) : (
    <span className="text-muted">{carried}</span>
  )
}

/** The verdict of a slot: opens its attestation, or the trail that lacks it. */
function Mark(props: {
  slot: FilledSlot
  trail: string
  href: string
  cellProps: object
  isFaded: boolean
}) {
  const { slot, trail } = props
  const stands = verdictOfSlot(slot)
  const { verdict } = stands
  const evidence = slot.attestation_id
    ? `?attestation_id=${encodeURIComponent(slot.attestation_id)}`
    : ''
  const unexpected = slot.unexpected ? ', not expected' : ''
  const age = slot.expired ? `, ${ageText(slot.expired)}` : ''
  const result = age === '' ? verdictText(stands) : verdicts[verdict].label
  const label = `${trail}, ${fullSlotLabel(slot)}, ${result}${age}${unexpected}`
  return (
    <a
      href={props.href + evidence}
      aria-label={label}
      title={label}
      {...props.cellProps}
      className={clsx(
        'flex h-8 items-center justify-center gap-0.5 hover:bg-hover focus-visible:-outline-offset-2',
        props.isFaded && 'opacity-45 hover:opacity-100 focus-visible:opacity-100',
      )}
    >
      <QuietMark verdict={verdict} isQualified={!isPlain(stands)} />
      {slot.expired && <Icon of={Hourglass} small className="size-3 text-muted" />}
      {slot.overridden && <Icon of={ArrowLeftRight} small className="size-3 text-muted" />}
    </a>
  )
}
