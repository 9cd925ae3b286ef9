import { useState } from 'react'
import type { Trail } from '#contract/trail.ts'
import { useElementWidth } from '../chart/element-width.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { durationOf } from '../ui/time-text.ts'
import type { SlotGroup } from './slots.ts'
import { lanesOf } from './timeline.ts'
import { TimelineDrawing } from './timeline-drawing.tsx'
import { TimelineTable } from './timeline-table.tsx'

/** What happened on a trail, lane by lane, and what is absent; as a drawing or as a table. */
export default function TimelineCard(props: { trail: Trail; groups: readonly SlotGroup[] }) {
  const [isTable, setTable] = useState(false)
  const [attach, width] = useElementWidth()
  const lanes = lanesOf(props.trail, props.groups)
  const times = props.trail.events.map((event) => event.timestamp)
  const span = Math.max(...times) - Math.min(...times)
  const answer =
    times.length < 2
      ? 'One record. UTC.'
      : `${durationOf(span)} from the first record to the last. UTC.`
  return (
    <Card
      title="What happened, what is absent?"
      answer={answer}
      actions={
        <Button
          kind="quiet"
          size="small"
          aria-pressed={isTable}
          className="aria-pressed:bg-hover aria-pressed:text-text"
          onClick={() => setTable(!isTable)}
        >
          Table
        </Button>
      }
    >
      {isTable ? (
        <TimelineTable lanes={lanes} />
      ) : (
        <div ref={attach} className="mx-4 mt-1 mb-4">
          {width > 0 && <TimelineDrawing lanes={lanes} width={width} />}
        </div>
      )}
    </Card>
  )
}
