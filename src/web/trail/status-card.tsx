import { clsx } from 'clsx'
import { type ReactNode, Fragment } from 'react'
import { KindLabel } from '#web/domain-ui/kind-label.tsx'
import { SlotCells, SlotTable } from '#web/domain-ui/slot-table.tsx'
import { useEvidenceSummary } from '#web/record/evidence-summary.tsx'
import { Card } from '#web/ui/card.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { type Slot, type SlotGroup, describeAll, describeGroup } from './slots.ts'

/** Who reported gives way, and before it the type, which paper leaves out too. */
const columnClasses = {
  type: '@max-medium/main:hidden print:hidden',
  reporter: '@max-medium/main:hidden print:table-cell',
  last: 'md:@max-medium/main:pr-4',
}

/** Every slot of a trail: what is there, what is missing, and how to report it. */
export function StatusCard(props: {
  groups: readonly SlotGroup[]
  /** Beside the heading: to all attestations, and to the template that says what is expected. */
  links: ReactNode
  selectedId: string | undefined
  /** A reported artifact's fingerprint. */
  renderFingerprint: (fingerprint: string) => ReactNode
  /** Offers the call that fills a missing slot, where there is one. */
  renderFill: (group: SlotGroup, slot: Slot) => ReactNode
  /** Pending request about a slot. */
  renderRequest: (group: SlotGroup, slot: Slot) => ReactNode
  /** How much of that there is, "1 request waits"; null for none. */
  waiting: string | null
  /** Offers the call that reports a missing artifact. */
  renderArtifactFill: (group: SlotGroup) => ReactNode
  /** Below the table, when there is nothing in it. */
  empty: ReactNode
}) {
  const { groups } = props
  const isEmpty = groups.every(({ slots, artifact }) => slots.length === 0 && !artifact)
  return (
    <Card
      title="Status"
      remark={[describeAll(groups), props.waiting].filter(Boolean).join(', ')}
      actions={<span className="pr-2 text-meta text-muted">{props.links}</span>}
    >
      {isEmpty ? (
        props.empty
      ) : (
        <SlotTable
          caption="Slots of this trail"
          heading="Verdict and slot"
          classes={columnClasses}
          times={timesOf(groups)}
        >
          {(timeForm) =>
            groups.map((group) => (
              <Fragment key={group.key}>
                <GroupRow
                  group={group}
                  fingerprint={
                    group.artifact?.fingerprint &&
                    props.renderFingerprint(group.artifact.fingerprint)
                  }
                  fill={props.renderArtifactFill(group)}
                />
                {group.slots.map((slot) => (
                  <SlotRow
                    key={slot.key}
                    slot={slot}
                    isSelected={
                      slot.attestationId !== null && slot.attestationId === props.selectedId
                    }
                    request={props.renderRequest(group, slot)}
                    fill={props.renderFill(group, slot)}
                    timeForm={timeForm}
                  />
                ))}
              </Fragment>
            ))
          }
        </SlotTable>
      )}
    </Card>
  )
}

const groupCellClass = 'bg-surface! text-meta max-md:bg-transparent!'

function GroupRow(props: { group: SlotGroup; fingerprint: ReactNode; fill: ReactNode }) {
  return (
    <tr role="row" className="max-md:bg-surface max-md:py-1.5!">
      <td
        role="cell"
        colSpan={2}
        className={clsx(groupCellClass, 'font-medium text-muted max-md:flex-1')}
      >
        <span className="flex flex-wrap items-center gap-x-2">
          {describeGroup(props.group)}
          {props.fingerprint}
        </span>
      </td>
      <td
        role="cell"
        className={clsx(groupCellClass, columnClasses.last, 'text-right max-md:empty:hidden')}
      >
        {props.fill}
      </td>
      {[columnClasses.type, columnClasses.reporter].map((leaving) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a group has none
        <td key={leaving} role="cell" className={clsx(groupCellClass, leaving)} />
      ))}
    </tr>
  )
}

function SlotRow(props: {
  slot: Slot
  isSelected: boolean
  request: ReactNode
  fill: ReactNode
  timeForm: 'time' | 'moment'
}) {
  const { slot } = props
  const { summary, expired, reported_by } = useEvidenceSummary(slot.attestationId) ?? {}
  return (
    <tr role="row" data-selected={props.isSelected || undefined} className="max-md:py-2!">
      <SlotCells
        {...slot}
        expired={expired}
        isSelected={props.isSelected}
        summary={summary}
        request={props.request}
      />
      <td
        role="cell"
        className={clsx('text-right max-md:-order-1', columnClasses.last)}
        data-number
      >
        {slot.reportedAt ? <TimeStamp at={slot.reportedAt} form={props.timeForm} /> : props.fill}
      </td>
      <td role="cell" className={clsx('text-muted max-md:hidden', columnClasses.type)}>
        <KindLabel type={slot.type} />
      </td>
      <td
        role="cell"
        title={reported_by}
        className={clsx('text-muted max-md:empty:hidden', columnClasses.reporter)}
      >
        {reported_by}
      </td>
    </tr>
  )
}

const timesOf = (groups: readonly SlotGroup[]) =>
  groups.flatMap(({ slots }) => slots.flatMap(({ reportedAt }) => reportedAt ?? []))
