import { useState } from 'react'
import type { KeySummary } from '#contract/api-key/api-key.ts'
import { counted } from '#domain/common/counted.ts'
import { AxisChart } from '#web/chart/axis-chart.tsx'
import { dayRows } from '#web/chart/day-rows.ts'
import { Select } from '#web/ui/select.tsx'
import { dayOf } from '#web/ui/time-text.ts'
import { useNow } from '#web/ui/time.tsx'
import { labelOf, stateLabels } from './key-labels.tsx'

const day = 24 * 3600
const shownDays = 30

/** Requests by key and day. */
type KeyUse = { key_id: string; day: number; count: number }

/** Requests a day with one of the keys: is the old one still in use? */
export function UsesCard(props: { keys: readonly KeySummary[]; uses: readonly KeyUse[] }) {
  const { keys, uses } = props
  const now = useNow()
  const initial = keys.find(({ state }) => state === 'rotating') ?? keys[0]
  const [chosen, setChosen] = useState(initial?.id)
  const key = keys.find(({ id }) => id === chosen) ?? initial
  if (!key) return null
  const today = Math.floor(now / day) * day
  const days = Array.from({ length: shownDays }, (_, index) => {
    const at = today - (shownDays - 1 - index) * day
    const count = uses.find((use) => use.key_id === key.id && use.day === at)?.count ?? 0
    return { day: at, count }
  })
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const last = days.findLast(({ count }) => count > 0)
  return (
    <AxisChart
      question="Is a key still in use?"
      answer={
        last
          ? `${counted(total, 'request')} in ${shownDays} days, the last on ${dayOf(last.day, now)}. Days in UTC.`
          : `No request with it in ${shownDays} days. Days in UTC.`
      }
      rowsAre="Day, UTC"
      rows={dayRows(days, now, ({ count }) => ({ count }))}
      series={[{ field: 'count', name: 'Requests', fill: 'chart' }]}
      unit={{ caption: 'requests a day' }}
      height={172}
      controls={
        <div className="px-4 pt-1 pb-3">
          <Select
            aria-label="Key"
            className="max-w-80"
            value={key.id}
            options={keys.map((one) => ({
              value: one.id,
              label: `${labelOf(one)}, ${stateLabels[one.state].toLowerCase()}`,
            }))}
            onChange={setChosen}
          />
        </div>
      }
    />
  )
}
