import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { DropdownMenu } from 'radix-ui'
import { createContext, type ReactElement, type ReactNode, use } from 'react'
import { Icon } from './icon.tsx'
import { layerItemClass } from './layer.ts'

/** Parts of menus: the menu around them brings them, since they are loaded late. */
export const MenuParts = createContext<typeof DropdownMenu | null>(null)

/** The parts of the menu around. @throws Error outside of a menu */
export function useMenuParts(): typeof DropdownMenu {
  const parts = use(MenuParts)
  if (!parts) throw new Error('This stands in a menu only')
  return parts
}

/** Something to do. One that is refused stays, and says why. */
export function MenuItem(props: {
  refusal?: string | null | undefined
  onSelect: () => void
  children: ReactNode
}) {
  const { Item } = useMenuParts()
  const { refusal } = props
  return (
    <Item className={layerItemClass} disabled={Boolean(refusal)} onSelect={props.onSelect}>
      {props.children}
      {refusal && <span className="ml-auto pl-4 text-meta text-muted">{refusal}</span>}
    </Item>
  )
}

/** A link in a menu: the child, which has its own address. */
export function MenuLink(props: { className?: string; children: ReactElement }) {
  const { Item } = useMenuParts()
  return (
    <Item asChild className={clsx(layerItemClass, props.className)}>
      {props.children}
    </Item>
  )
}

/** Values of which one is chosen. */
export function MenuChoices<Value extends string>(props: {
  label: string
  value: Value
  options: readonly { value: Value; label: string; icon?: ReactNode; note?: string }[]
  onChange: (value: Value) => void
}) {
  const { RadioGroup, RadioItem, ItemIndicator } = useMenuParts()
  return (
    <RadioGroup
      aria-label={props.label}
      value={props.value}
      onValueChange={(next) => props.onChange(next as Value)}
    >
      {props.options.map(({ value, label, icon, note }) => (
        <RadioItem key={value} value={value} className={layerItemClass}>
          {icon}
          <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
          {note && <span className="text-meta text-muted">{note}</span>}
          <span className="w-3.5 shrink-0">
            <ItemIndicator>
              <Icon of={Check} small />
            </ItemIndicator>
          </span>
        </RadioItem>
      ))}
    </RadioGroup>
  )
}

/** Parts of a menu that belong together, under a heading. */
export function MenuGroup(props: { label: string; children: ReactNode }) {
  const { Group, Label } = useMenuParts()
  return (
    <Group>
      <Label className="px-2 pt-2 pb-1 text-mini font-medium text-muted">{props.label}</Label>
      {props.children}
    </Group>
  )
}

/** A line between parts of a menu. */
export function MenuLine() {
  const { Separator } = useMenuParts()
  return <Separator className="my-1 border-t border-line" />
}
