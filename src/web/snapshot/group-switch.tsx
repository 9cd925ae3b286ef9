import { Button } from '../ui/button.tsx'
import { type Grouping, groupings } from './search.ts'

const labels: Record<Grouping, string> = { flow: 'Flow', policy: 'Policy', verdict: 'Verdict' }

/** What rows are grouped by; pressing the one that is on turns it off. */
export function GroupSwitch(props: {
  value: Grouping | undefined
  onChange: (value: Grouping | undefined) => void
}) {
  return (
    <div role="group" aria-label="Group by" className="flex items-center gap-1">
      <span aria-hidden="true" className="mr-1 text-meta text-muted">
        Group by
      </span>
      {groupings.map((group) => {
        const isOn = group === props.value
        return (
          <Button
            key={group}
            size="small"
            kind={isOn ? 'plain' : 'quiet'}
            aria-pressed={isOn}
            onClick={() => props.onChange(isOn ? undefined : group)}
          >
            {labels[group]}
          </Button>
        )
      })}
    </div>
  )
}
