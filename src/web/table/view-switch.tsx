import type { LucideIcon } from 'lucide-react'
import { PickOne } from '#web/ui/pick-one.tsx'

interface Shown<View> {
  view: View
  label: string
  icon: LucideIcon
}

/** The ways to look at a list; the first is the usual one, which the URL leaves out. */
export function ViewSwitch<View extends string>(props: {
  views: readonly [Shown<View>, ...Shown<View>[]]
  view: View | undefined
  onChange: (view: View | undefined) => void
}) {
  const { views, view } = props
  const [{ view: defaultView }] = views
  return (
    <PickOne
      label="View"
      options={views.map(({ view: value, ...rest }) => ({ value, ...rest }))}
      value={view ?? defaultView}
      onPick={(picked) => props.onChange(picked === defaultView ? undefined : picked)}
    />
  )
}
