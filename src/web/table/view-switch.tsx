import type { LucideIcon } from 'lucide-react'
import { PickOne } from '#web/ui/pick-one.tsx'
import { useIsPhone } from '#web/ui/use-media-query.ts'

interface Shown<View> {
  view: View
  label: string
  icon: LucideIcon
}

interface ViewSwitchProps<View extends string> {
  views: readonly [Shown<View>, ...Shown<View>[]]
  view: View | undefined
  onChange: (view: View | undefined) => void
}

/**
 * The ways to look at a list; the first is the usual one, which the URL leaves out. On phones the
 * menu of the page has them.
 */
export function ViewSwitch<View extends string>(props: ViewSwitchProps<View>) {
  const { views, view } = props
  const [{ view: usual }] = views
  return (
    <div className="max-md:hidden">
      <PickOne
        label="View"
        options={views.map(({ view: value, ...rest }) => ({ value, ...rest }))}
        value={view ?? usual}
        onPick={(picked) => props.onChange(picked === usual ? undefined : picked)}
      />
    </div>
  )
}

/** On phones, the other ways to look at a list, for the menu of its page. */
export function useViewActions<View extends string>(props: ViewSwitchProps<View>) {
  const { views, view } = props
  const [{ view: usual }] = views
  const others = views.filter((one) => one.view !== (view ?? usual))
  const actions = others.map(({ view: other, label, icon }) => ({
    icon,
    label: `View: ${label}`,
    hint: '',
    run: () => props.onChange(other === usual ? undefined : other),
  }))
  return useIsPhone() ? actions : []
}
