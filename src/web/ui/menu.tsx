import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import { type ReactElement, type ReactNode, use, useState } from 'react'
import { Icon } from './icon.tsx'
import { layerClass, LayerHost, layerItemClass, layerPlace } from './layer.ts'
import { useShortcuts } from './shortcuts.ts'

/** A menu below its button: arrows move, letters jump, Escape closes and gives the focus back. */
export function Menu(props: {
  label: string
  /** The button; it gets what opens the menu. */
  trigger: ReactElement
  /** Edge of the button that the menu keeps to. */
  align?: 'start' | 'end'
  className?: string
  /** A key that opens it, and what it is for. */
  shortcut?: { key: string; label: string }
  children: ReactNode
}) {
  const { shortcut } = props
  const host = use(LayerHost)
  const [isOpen, setOpen] = useState(false)
  useShortcuts(shortcut ? [{ ...shortcut, run: () => setOpen(true) }] : [])
  return (
    <Primitive.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Primitive.Trigger asChild>{props.trigger}</Primitive.Trigger>
      <Primitive.Portal container={host}>
        <Primitive.Content
          {...layerPlace}
          loop
          // A link of the router has answered its press itself, which the library takes for "stay".
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('a')) setOpen(false)
          }}
          aria-label={props.label}
          aria-labelledby={undefined}
          align={props.align ?? 'start'}
          className={clsx(layerClass, 'min-w-44', props.className)}
        >
          {props.children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Something to do. One that is refused stays, and says why. */
export function MenuItem(props: {
  refusal?: string | null | undefined
  onSelect: () => void
  children: ReactNode
}) {
  const { refusal } = props
  return (
    <Primitive.Item
      className={layerItemClass}
      disabled={Boolean(refusal)}
      onSelect={props.onSelect}
    >
      {props.children}
      {refusal && <span className="ml-auto pl-4 text-meta text-muted">{refusal}</span>}
    </Primitive.Item>
  )
}

/** A link in a menu: the child, which has its own address. */
export function MenuLink(props: { className?: string; children: ReactElement }) {
  return (
    <Primitive.Item asChild className={clsx(layerItemClass, props.className)}>
      {props.children}
    </Primitive.Item>
  )
}

/** Values of which one is chosen. */
export function MenuChoices<Value extends string>(props: {
  label: string
  value: Value
  options: readonly { value: Value; label: string; icon?: ReactNode; note?: string }[]
  onChange: (value: Value) => void
}) {
  return (
    <Primitive.RadioGroup
      aria-label={props.label}
      value={props.value}
      onValueChange={(next) => props.onChange(next as Value)}
    >
      {props.options.map(({ value, label, icon, note }) => (
        <Primitive.RadioItem key={value} value={value} className={layerItemClass}>
          {icon}
          <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
          {note && <span className="text-meta text-muted">{note}</span>}
          <span className="w-3.5 shrink-0">
            <Primitive.ItemIndicator>
              <Icon of={Check} small />
            </Primitive.ItemIndicator>
          </span>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  )
}

/** Parts of a menu that belong together, under a heading. */
export function MenuGroup(props: { label: string; children: ReactNode }) {
  return (
    <Primitive.Group>
      <Primitive.Label className="px-2 pt-2 pb-0.5 text-mini font-medium text-muted">
        {props.label}
      </Primitive.Label>
      {props.children}
    </Primitive.Group>
  )
}

/** A line between parts of a menu. */
export function MenuLine() {
  return <Primitive.Separator className="my-1 h-px bg-line" />
}
