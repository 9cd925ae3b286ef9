import { useState } from 'react'
import type { KeySummary } from '#contract/api-key/api-key.ts'
import { TableToggle } from '#web/chart/chart-card.tsx'
import { CountColumns } from '#web/chart/count-columns.tsx'
import { controlClass } from '#web/form/field.tsx'
import { Card } from '#web/ui/card.tsx'
import { plural } from '#web/ui/plural.ts'
import { dayOf } from '#web/ui/time-text.ts'
import { useNow } from '#web/ui/time.tsx'
import { labelOf, stateLabels } from './key-labels.ts'

const day = 24 * 3600
const shownDays = 30

/** Requests by key and day. */
export type KeyUse = { key_id: string; day: number; count: number }

/** Requests a day with one of the keys: is the old one still in use? */
export function UsesCard(props: { keys: readonly KeySummary[]; uses: readonly KeyUse[] }) {
  const { keys, uses } = props
  const now = useNow()
  const [isTable, setTable] = useState(false)
  const asked = keys.find(({ state }) => state === 'rotating') ?? keys[0]
  const [chosen, setChosen] = useState(asked?.id)
  const key = keys.find(({ id }) => id === chosen) ?? asked
  if (!key) return null
  const today = Math.floor(now / day) * day
  const days = Array.from({ length: shownDays }, (_, index) => {
    const at = today - (shownDays - 1 - index) * day
    const count = uses.find((use) => use.key_id === key.id && use.day === at)?.count ?? 0
    return { label: dayOf(at, now), words: `${dayOf(at, now)}: ${plural(count, 'request')}`, count }
  })
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const last = days.findLast(({ count }) => count > 0)?.label
  return (
    <Card
      title="Is a key still in use?"
      answer={
        total === 0
          ? `No request with it in ${shownDays} days. Days in UTC.`
          : `${plural(total, 'request')} in ${shownDays} days, the last on ${last}. Days in UTC.`
      }
      actions={<TableToggle isTable={isTable} onToggle={setTable} />}
    >
      <div className="px-4 pt-1 pb-3">
        <select
          aria-label="Key"
          className={`${controlClass} max-w-80`}
          value={key.id}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {keys.map((one) => (
            <option key={one.id} value={one.id}>
              {labelOf(one)}, {stateLabels[one.state].toLowerCase()}
            </option>
          ))}
        </select>
      </div>
      {isTable ? (
        <table className="data-table border-t border-line [--row:28px]">
          <caption className="sr-only">Requests by day with {labelOf(key)}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" className="text-right">
                Requests
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ label, count }) => (
              <tr key={label}>
                <td>{label}</td>
                <td data-number className="text-right">
                  {count}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        // Of nothing there is nothing to draw: the sentence above says it.
        total > 0 && (
          <CountColumns
            label={`Requests by day with ${labelOf(key)}, the same as in the table`}
            columns={days}
            isLabelled={(index) => index % 7 === 1}
          />
        )
      )}
    </Card>
  )
}
