import { LayoutGrid, List } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

const views = [
  { view: 'table', label: 'Table', icon: List },
  { view: 'tiles', label: 'Tiles', icon: LayoutGrid },
] as const

/** The ways to look at the list of environments. */
export function ViewSwitch(props: {
  view: 'table' | 'tiles'
  onChange: (view: 'table' | 'tiles' | undefined) => void
}) {
  return (
    <div role="group" aria-label="View" className="flex gap-1">
      {views.map(({ view, label, icon }) => (
        <Button
          key={view}
          size="small"
          kind={view === props.view ? 'plain' : 'quiet'}
          aria-pressed={view === props.view}
          onClick={() => props.onChange(view === 'table' ? undefined : view)}
        >
          <Icon of={icon} small />
          {label}
        </Button>
      ))}
    </div>
  )
}
