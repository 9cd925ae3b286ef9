import { clsx } from 'clsx'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { announce } from './announcer.tsx'
import { Icon } from './icon.tsx'
import { layerItemClass } from './layer.ts'
import { useMenuParts } from './menu-items.tsx'

/** Something in an order, which may be left out. */
interface OrderOption {
  value: string
  label: string
  isChosen: boolean
}

/**
 * Things of which any number is chosen, in an order: Alt with an arrow moves the one with the focus
 * among those chosen, and they are dragged. The menu stays open meanwhile.
 */
export default function MenuOrder(props: {
  /** Fixed entries, listed first. */
  always: readonly string[]
  options: readonly OrderOption[]
  onToggle: (value: string, isChosen: boolean) => void
  /** Takes those chosen, in their new order. */
  onOrder: (values: string[]) => void
}) {
  const { options, onToggle, onOrder } = props
  const { CheckboxItem } = useMenuParts()
  const [dragged, setDragged] = useState<OrderOption | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const items = useRef(new Map<string, HTMLElement>())
  const moved = useRef<{ value: string; from: string } | null>(null)
  const order = options.map(({ value }) => value).join('\n')
  // A row that moves in the document loses the focus.
  useLayoutEffect(() => {
    if (!moved.current || moved.current.from === order) return
    items.current.get(moved.current.value)?.focus()
    moved.current = null
  }, [order])

  const chosen = options.filter(({ isChosen }) => isChosen).map(({ value }) => value)
  const move = ({ value, label }: OrderOption, to: number) => {
    if (to < 0 || to >= chosen.length) return
    moved.current = { value, from: order }
    onOrder(chosen.filter((one) => one !== value).toSpliced(to, 0, value))
    announce(`${label}, ${to + 1} of ${chosen.length}`)
  }
  const moveByKey = (event: KeyboardEvent, option: OrderOption) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (option.isChosen) move(option, chosen.indexOf(option.value) + step)
  }
  return (
    <>
      {props.always.map((label) => (
        <CheckboxItem key={label} checked disabled className={layerItemClass}>
          <Tick />
          <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
          <span className="text-meta text-muted">always</span>
        </CheckboxItem>
      ))}
      {options.map((option) => (
        <CheckboxItem
          key={option.value}
          ref={(item) => {
            if (item) items.current.set(option.value, item)
            else items.current.delete(option.value)
          }}
          checked={option.isChosen}
          className={clsx(layerItemClass, over === option.value && 'bg-accent-tint')}
          aria-keyshortcuts={option.isChosen ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
          onCheckedChange={(next) => onToggle(option.value, next)}
          onSelect={(event) => event.preventDefault()}
          onKeyDown={(event) => moveByKey(event, option)}
          draggable={option.isChosen}
          onDragStart={() => setDragged(option)}
          onDragEnter={() => option.isChosen && setOver(option.value)}
          onDragOver={(event) => option.isChosen && event.preventDefault()}
          onDragEnd={() => setOver(null)}
          onDrop={() => dragged && move(dragged, chosen.indexOf(option.value))}
        >
          <Tick />
          <span className="min-w-0 flex-1 wrap-anywhere">{option.label}</span>
          {option.isChosen && <Icon of={ChevronsUpDown} small className="text-muted" />}
        </CheckboxItem>
      ))}
    </>
  )
}

function Tick() {
  const { ItemIndicator } = useMenuParts()
  return (
    <span className="w-3.5 shrink-0">
      <ItemIndicator>
        <Icon of={Check} small />
      </ItemIndicator>
    </span>
  )
}
