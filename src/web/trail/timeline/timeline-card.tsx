import { useState } from 'react'
import type { Trail } from '#contract/trail/trail.ts'
import { TableToggle } from '#web/chart/chart-card.tsx'
import { useElementWidth } from '#web/chart/use-element-width.ts'
import { lookOf } from '#web/domain-ui/kind-label.tsx'
import { FilterChip } from '#web/table/filter-chip.tsx'
import { type ChoiceFilter, anyOf } from '#web/table/filter.ts'
import { NoRowMatches } from '#web/table/no-match.tsx'
import type { SlotGroup } from '#web/trail/slots.ts'
import { Card } from '#web/ui/card.tsx'
import { textScale } from '#web/ui/text-scale.ts'
import { durationOf } from '#web/ui/time-text.ts'
import { TimelineDrawing } from './timeline-drawing.tsx'
import { silencesOf } from './timeline-scale.ts'
import { TimelineTable } from './timeline-table.tsx'
import {
  type Lane,
  type TimelineFilter,
  lanesOf,
  narrowLanes,
  reportsOf,
  typesIn,
} from './timeline.ts'

/** Events of a trail, lane by lane, and what is absent; as a drawing or as a table. */
export default function TimelineCard(props: {
  trail: Trail
  groups: readonly SlotGroup[]
  filter: TimelineFilter
  onFilter: (filter: TimelineFilter) => void
}) {
  const { trail, filter, onFilter } = props
  const [isTable, setTable] = useState(false)
  const [attach, width] = useElementWidth()
  const all = lanesOf(trail, props.groups)
  const lanes = narrowLanes(all, filter)
  const filters = filtersOf(all, filter, onFilter)
  const times = reportsOf(trail).map((event) => event.timestamp)
  return (
    <Card
      title="What happened, what is absent?"
      answer={answerOf(times, all, lanes)}
      actions={<TableToggle isTable={isTable} onToggle={setTable} />}
    >
      {filters.length > 0 && (
        <div
          role="group"
          aria-label="Timeline filters"
          className="flex flex-wrap gap-2 px-4 pt-1 pb-3 print:hidden"
        >
          {filters.map((one) => (
            <FilterChip key={one.label} filter={one} />
          ))}
        </div>
      )}
      {lanes.length === 0 ? (
        <NoRowMatches what="record" filters={filters} onClear={() => onFilter({})} />
      ) : isTable ? (
        <TimelineTable lanes={lanes} silences={silencesOf(times)} />
      ) : (
        <div ref={attach} className="mx-4 mt-1 mb-4">
          {width > 0 && (
            <div style={{ zoom: textScale() }}>
              <TimelineDrawing lanes={lanes} width={width} />
            </div>
          )}
        </div>
      )}
    </Card>
  )
}

function answerOf(times: readonly number[], all: readonly Lane[], lanes: readonly Lane[]): string {
  const [shown, count] = [countOf(lanes), countOf(all)]
  if (shown < count || lanes.length < all.length) return `${shown} of ${count} records. UTC.`
  if (times.length < 2) return 'One record. UTC.'
  const span = durationOf(Math.max(...times) - Math.min(...times))
  const late = all.flatMap(({ moments }) => moments).filter(({ isLate }) => isLate).length
  return `${span} from the first record to the last${late > 0 ? `, ${late} late` : ''}. UTC.`
}

function countOf(lanes: readonly Lane[]): number {
  return lanes.reduce((sum, { moments }) => sum + moments.length, 0)
}

/** Offered where there is something to choose, and always when set: else nobody could unset it. */
function filtersOf(
  lanes: readonly Lane[],
  filter: TimelineFilter,
  onFilter: (filter: TimelineFilter) => void,
): ChoiceFilter[] {
  const make = (
    field: 'lane' | 'type',
    label: string,
    options: ChoiceFilter['options'],
  ): ChoiceFilter[] => {
    const selected = filter[field] ?? []
    if (options.length < 2 && selected.length === 0) return []
    return [anyOf(label, options, selected, (chosen) => onFilter({ ...filter, [field]: chosen }))]
  }
  const laneOptions = lanes.map(({ key, name }) => ({ value: key, label: name }))
  const typeOptions = typesIn(lanes).map((type) => ({
    value: type,
    label: lookOf(type).label,
  }))
  return [...make('lane', 'Lane', laneOptions), ...make('type', 'Type', typeOptions)]
}
