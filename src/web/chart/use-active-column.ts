import {
  createContext,
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react'

/** The column that is looked at, and how. */
interface ActiveColumn {
  index: number
  by: 'mouse' | 'touch' | 'keys'
  /** The part of the column that is pointed at or chosen by keys; without one it is all of it. */
  field?: string | undefined
  /** Where a stretch began that is being chosen; it ends at `index`. */
  from?: number | undefined
}

/** The column that is looked at, for what is drawn of it. */
export const ActiveColumnContext = createContext<ActiveColumn | null>(null)

type ColumnPart = Pick<ActiveColumn, 'index' | 'field'>

/** The columns of a stretch by their indexes, both included. */
export const stretchOf = ({ index, from = index }: ActiveColumn): [first: number, last: number] => [
  Math.min(index, from),
  Math.max(index, from),
]

const isStretch = ({ index, from = index }: ActiveColumn) => index !== from

const isSame = (one: ActiveColumn, other: ActiveColumn) =>
  one.index === other.index &&
  one.by === other.by &&
  one.field === other.field &&
  one.from === other.from

const columnOf = (element: Element) => element.closest<SVGElement>('[data-column]')

/** The column that is drawn under a point of the window, and its part, which says its field. */
function partAt({ clientX, clientY }: { clientX: number; clientY: number }): ColumnPart | null {
  const drawn = document.elementsFromPoint(clientX, clientY)
  const column = drawn.map(columnOf).find((one) => one !== null)
  const part = drawn.find((one) => one instanceof SVGElement && one.dataset['field'] !== undefined)
  return column
    ? {
        index: Number(column.dataset['column']),
        field: (part as SVGElement | undefined)?.dataset['field'],
      }
    : null
}

const byOf = ({ pointerType }: PointerEvent): 'mouse' | 'touch' =>
  pointerType === 'touch' ? 'touch' : 'mouse'

const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -7,
  PageDown: 7,
  Home: -Infinity,
  End: Infinity,
}

/**
 * Follows mouse, finger and keys over columns. A finger shows a column first and opens it when it
 * taps again; where stretches can be chosen, a drag or Shift and arrows takes several.
 */
export function useActiveColumn(options: {
  /** The frame around columns, which say their index in `data-column`. */
  frame: HTMLElement | null
  count: number
  /** The parts of a column that a link can lead to, from below. */
  fieldsOf: (index: number) => readonly string[]
  /** Returns the part that the keys have chosen; none is all of the column. */
  onPart: (index: number, field: string | undefined) => void
  onChoose?: ((first: number, last: number) => void) | undefined
}) {
  const { frame, count, fieldsOf, onPart, onChoose } = options
  const [state, setActive] = useState<ActiveColumn | null>(null)
  // Another window may have fewer columns.
  const active = state && state.index < count ? state : null
  const press = useRef<{ type: string; shown: number | null; isDone: boolean }>(null)

  const isTouched = active?.by === 'touch'
  useEffect(() => {
    if (!isTouched) return
    const hide = (event: Event) => {
      if (!frame?.contains(event.target as Node)) setActive(null)
    }
    document.addEventListener('pointerdown', hide)
    return () => document.removeEventListener('pointerdown', hide)
  }, [frame, isTouched])

  const choose = (one: ActiveColumn) => {
    setActive(null)
    onChoose?.(...stretchOf(one))
  }

  const handlers = {
    onPointerDown(event: PointerEvent) {
      // A grip over the columns has taken it.
      if (event.defaultPrevented) return
      const part = partAt(event)
      press.current = {
        type: event.pointerType,
        shown: isTouched && active ? active.index : null,
        isDone: false,
      }
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
      if (!part || !isPlain) return
      const by = byOf(event)
      if (onChoose) setActive({ ...part, by, from: part.index })
      else if (by === 'touch') setActive({ ...part, by })
    },
    onPointerMove(event: PointerEvent) {
      const part = partAt(event)
      const by = byOf(event)
      if (!part) {
        if (by === 'mouse') setActive(null)
      } else if (by === 'mouse' || event.buttons > 0) {
        const isPressed = event.buttons > 0
        setActive((before) => {
          const next: ActiveColumn = { ...part, by, from: isPressed ? before?.from : undefined }
          return before && isSame(before, next) ? before : next
        })
      }
    },
    onPointerUp() {
      if (active && active.by !== 'keys' && isStretch(active)) {
        if (press.current) press.current.isDone = true
        choose(active)
      } else setActive((before) => before && { ...before, from: undefined })
    },
    onPointerCancel: () => setActive(null),
    onPointerLeave(event: PointerEvent) {
      if (byOf(event) === 'mouse') setActive(null)
    },
    onDragStart(event: DragEvent) {
      if (onChoose) event.preventDefault()
    },
    onClickCapture(event: MouseEvent) {
      const { type, shown, isDone } = press.current ?? {}
      const part = partAt(event)
      const isFirstTap = type === 'touch' && part !== null && shown !== part.index
      if (!isDone && !isFirstTap) return
      event.preventDefault()
      event.stopPropagation()
    },
    onKeyDown(event: KeyboardEvent) {
      press.current = null
      if (event.key === 'Escape') setActive(null)
      if (event.key === 'Enter' && active && isStretch(active)) {
        event.preventDefault()
        choose(active)
      }
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const column = columnOf(event.target as Element)
      if (!column) return
      const before = Number(column.dataset['column'])
      if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
        event.preventDefault()
        const parts = [undefined, ...fieldsOf(before)]
        const next = parts.indexOf(active?.field) + (event.key === 'ArrowUp' ? 1 : -1)
        const field = parts[Math.max(0, Math.min(next, parts.length - 1))]
        setActive({ index: before, by: 'keys', field })
        onPart(before, field)
        return
      }
      const step = steps[event.key]
      if (step === undefined) return
      event.preventDefault()
      const index = Math.max(0, Math.min(before + step, count - 1))
      frame?.querySelector<SVGElement>(`[data-column="${index}"]`)?.focus()
      const isLonger = event.shiftKey && onChoose !== undefined
      setActive({ index, by: 'keys', ...(isLonger && { from: active?.from ?? before }) })
    },
    onFocus({ target }: FocusEvent) {
      const column = columnOf(target)
      if (!column?.matches(':focus-visible')) return
      setActive({ index: Number(column.dataset['column']), by: 'keys' })
    },
    onBlur: () => setActive((before) => (before?.by === 'keys' ? null : before)),
  }
  return { active, handlers }
}
