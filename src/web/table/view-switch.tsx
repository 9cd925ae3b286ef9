import type { LucideIcon } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** The ways to look at a list; the first is the usual one, which the URL leaves out. */
export function ViewSwitch<View extends string>(props: {
  views: readonly [
    { view: View; label: string; icon: LucideIcon },
    ...{ view: View; label: string; icon: LucideIcon }[],
  ]
  view: View | undefined
  onChange: (view: View | undefined) => void
}) {
  const [usual] = props.views
  return (
    <div role="group" aria-label="View" className="flex gap-1">
      {props.views.map(({ view, label, icon }) => {
        const isShown = view === (props.view ?? usual.view)
        return (
          <Button
            key={view}
            size="small"
            kind={isShown ? 'plain' : 'quiet'}
            aria-pressed={isShown}
            onClick={() => props.onChange(view === usual.view ? undefined : view)}
          >
            <Icon of={icon} small />
            {label}
          </Button>
        )
      })}
    </div>
  )
}
