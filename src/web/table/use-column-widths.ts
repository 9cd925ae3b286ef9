import type { ColumnSizingState, ColumnVisibilityState } from '@tanstack/react-table'
import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { textScale } from '#web/ui/text-scale.ts'
import { useIsPhone, useMediaQuery } from '#web/ui/use-media-query.ts'
import type { ColumnChoice } from './column-choice.tsx'
import type { ColumnMeta, Columns } from './column-definitions.ts'
import { type MeasuredColumn, shareWidth } from './share-width.ts'

/**
 * Widths of the columns of a table, in pixels at the usual size of text, those in which something is
 * cut, and which are not shown.
 */
interface ColumnWidths {
  columnSizing: ColumnSizingState
  columnVisibility: ColumnVisibilityState
  tight: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

type LookOfColumn = { id?: string; maxSize?: number; meta?: ColumnMeta }

/** The first and the last column keep to the edge of the card: so much further in, in pixels. */
const edge = 8

interface Measured {
  /** Measured content: the ids of columns and rows. */
  of: string
  rows: readonly object[]
  columns: readonly MeasuredColumn[]
}

/**
 * Gives each column of a table the width that its content asks for. It is measured once for the rows
 * of a page, and only grows while these change in place. On phones rows are cards, without widths.
 * @param choice which columns are wanted, in which order
 */
export function useColumnWidths<Row extends object>(
  table: RefObject<HTMLTableElement | null>,
  columns: Columns<Row>,
  rows: readonly Row[],
  rowId: (row: Row) => string,
  { visibility: chosen, order }: Pick<ColumnChoice, 'visibility' | 'order'>,
): ColumnWidths {
  const isCards = useIsPhone()
  const isPrinted = useMediaQuery('print')
  const [room, setRoom] = useRoom(table, !isCards)
  const fonts = useSyncExternalStore(onFontsLoaded, loadedFonts)
  const [measured, setMeasured] = useState<Measured | null>(null)
  const ids = useMemo(() => rows.map(rowId).join('\n'), [rows, rowId])
  const wanted = columns.filter(({ id }) => chosen[id ?? ''] !== false)
  const of = `${fonts} ${order.join(' ')} ${wanted.map(({ id }) => id).join(' ')}\n${ids}`
  const isOfThese = measured?.of === of
  const isKnown = isOfThese && measured.rows.every((row, index) => row === rows[index])

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- ends by itself: what was measured is known
  useLayoutEffect(() => {
    if (isKnown || isCards || isPrinted || room === 0 || !table.current) return
    const fresh = measure(table.current, wanted, measured === null)
    const columns = isOfThese ? largerOf(measured.columns, fresh.columns) : fresh.columns
    // oxlint-disable-next-line react/set-state-in-effect -- read from the layout, which is there now
    setRoom(fresh.room)
    if (fresh.room > 0) setMeasured({ of, rows, columns })
  })

  return useMemo(() => {
    if (isPrinted) {
      return { columnSizing: {}, columnVisibility: onPaper(columns, chosen), tight: none }
    }
    if (isCards || !isOfThese || room === null)
      return { columnSizing: {}, columnVisibility: chosen, tight: none }
    const { widths, tight, hidden } = shareWidth(measured.columns, room - 2 * edge)
    const shown = Object.keys(widths)
    for (const id of [shown[0], shown.at(-1)]) if (id) widths[id] = (widths[id] ?? 0) + edge
    const leftOut = Object.fromEntries([...hidden].map((id) => [id, false]))
    return { columnSizing: widths, columnVisibility: { ...chosen, ...leftOut }, tight }
  }, [isPrinted, columns, isCards, isOfThese, measured, room, chosen])
}

/** On paper no column is hidden for want of room; some stand below their rows. */
function onPaper(columns: readonly LookOfColumn[], chosen: ColumnVisibilityState) {
  const below = columns.filter(({ meta }) => meta?.printsBelow).map(({ id = '' }) => [id, false])
  return { ...chosen, ...(Object.fromEntries(below) as ColumnVisibilityState) }
}

/**
 * Lays the table out as narrow as it can be and as wide as it likes, and reads what its columns take.
 * The first time nothing is read before or after: each reading would lay all rows out once more.
 */
function measure(table: HTMLTableElement, columns: readonly LookOfColumn[], isFirst: boolean) {
  // A table that is lower meanwhile may move a page that is scrolled.
  const scrolled = isFirst ? null : { left: window.scrollX, top: window.scrollY }
  table.dataset['measure'] = 'need'
  const room = roomOf(table)
  const needs = headWidths(table)
  table.dataset['measure'] = 'wish'
  const wishes = headWidths(table)
  const hasMoved = scrolled !== null && window.scrollY !== scrolled.top
  delete table.dataset['measure']
  if (hasMoved) window.scrollTo(scrolled)
  return { room, columns: measuredColumns(columns, needs, wishes) }
}

type Widths = ReadonlyMap<string, number>

/** The columns as they stand beside each other. */
function measuredColumns(
  columns: readonly LookOfColumn[],
  needs: Widths,
  wishes: Widths,
): MeasuredColumn[] {
  const isGrowing = columns.some(({ meta }) => meta?.grows)
  return [...needs].flatMap(([id, need]) => {
    const wish = wishes.get(id)
    const column = columns.find((one) => one.id === id)
    if (!column || wish === undefined) return []
    const { maxSize, meta = {} } = column
    return {
      id,
      need: Math.min(need, meta.shrinksTo ?? need) + (meta.remarkMinWidth ?? 0),
      wish,
      parts: maxSize || meta.isNumber ? 0 : (isGrowing ? meta.grows : meta.card === 'top') ? 3 : 1,
      hideOrder: meta.hideOrder,
    }
  })
}

function headWidths(table: HTMLTableElement): Widths {
  const scale = textScale()
  return new Map(
    [...table.querySelectorAll<HTMLElement>('th[data-column]')].map((head) => [
      head.dataset['column'] ?? '',
      Math.ceil(head.getBoundingClientRect().width / scale),
    ]),
  )
}

function largerOf(before: readonly MeasuredColumn[], fresh: readonly MeasuredColumn[]) {
  return before.map((column) => {
    const now = fresh.find(({ id }) => id === column.id)
    if (!now) return column
    return {
      ...column,
      need: Math.max(column.need, now.need),
      wish: Math.max(column.wish, now.wish),
    }
  })
}

/** How wide the table may be, in pixels at the usual size of text; 0 where it is not laid out. */
const roomOf = (table: HTMLTableElement) => (table.parentElement?.clientWidth ?? 0) / textScale()

/** The room of a table, followed once it is drawn; null until somebody has looked. */
function useRoom(table: RefObject<HTMLTableElement | null>, isFollowed: boolean) {
  const [room, setRoom] = useState<number | null>(null)
  useEffect(() => {
    const parent = isFollowed && table.current?.parentElement
    if (!parent) return undefined
    const observer = new ResizeObserver(() => table.current && setRoom(roomOf(table.current)))
    observer.observe(parent)
    return () => observer.disconnect()
  }, [table, isFollowed])
  return [room, setRoom] as const
}

/** Letters of a font that comes late are wider or narrower than those of the one before. */
function onFontsLoaded(listener: () => void) {
  document.fonts.addEventListener('loadingdone', listener)
  return () => document.fonts.removeEventListener('loadingdone', listener)
}

const loadedFonts = () => [...document.fonts].filter(({ status }) => status === 'loaded').length
