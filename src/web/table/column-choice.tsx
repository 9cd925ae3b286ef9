import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ColumnOrderState, ColumnVisibilityState } from '@tanstack/react-table'
import { Columns3 } from 'lucide-react'
import { useMemo } from 'react'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuGroup, MenuItem, MenuLine } from '#web/ui/menu-items.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { Columns } from './column-definitions.ts'

/** Which columns of a list its reader wants, in which order. */
export interface ColumnChoice {
  /** Columns that may be hidden and moved, in the order of the table. */
  offered: readonly { id: string; label: string; isChosen: boolean }[]
  /** Labels of columns that are always there. */
  always: readonly string[]
  /** Whether they are the usual ones, in the usual order. */
  isDefault: boolean
  /** Those that are not wanted are `false`, by id. */
  visibility: ColumnVisibilityState
  /** All columns by id, in the wanted order. */
  order: ColumnOrderState
  /** Names in the URL that the list does not have. */
  ignored: Record<string, string[]> | undefined
  /** Takes what the list does not have out of the URL. */
  forget: () => void
  /** Shows these of the offered columns, by id, in this order; undefined for the usual ones. */
  onChange: (ids: readonly string[] | undefined) => void
}

/** In the URL: none of the columns that may be hidden. */
const none = 'none'

/**
 * Reads from the URL which columns of a list are shown in which order, and writes it there: `cols`,
 * the usual ones without it.
 */
export function useColumnChoice<Row extends object>(columns: Columns<Row>): ColumnChoice {
  const { cols } = useSearch({ strict: false }) as { cols?: string | string[] }
  const navigate = useNavigate()
  const named = [cols ?? []].flat().join('\n')
  return useMemo(() => {
    const write = (cols: readonly string[] | undefined) =>
      void navigate({
        to: '.',
        search: (search: object): object => ({ ...search, cols }),
        replace: true,
        resetScroll: false,
      })
    return columnChoice(columns, named.split('\n').filter(Boolean), write)
  }, [columns, named, navigate])
}

/** The choice that the URL makes by `selected`, of which `write` takes another. */
export function columnChoice<Row extends object>(
  columns: Columns<Row>,
  selected: readonly string[],
  write: (cols: readonly string[] | undefined) => void,
): ColumnChoice {
  const titled = columns.flatMap(({ id = '', header, enableHiding, meta }) =>
    typeof header === 'string' && header !== ''
      ? { id, label: header, isFixed: enableHiding === false, isDefault: meta?.isExtra !== true }
      : [],
  )
  const hideable = titled.filter(({ isFixed }) => !isFixed)
  const defaults = hideable.filter(({ isDefault }) => isDefault).map(({ id }) => id)
  const isKnown = (id: string) => hideable.some((one) => one.id === id)
  const known = [...new Set(selected)].filter((id) => id === none || isKnown(id))
  const unknown = selected.filter((id) => !known.includes(id))
  const chosen = known.length === 0 ? defaults : known.filter(isKnown)
  const ids = withOthers(
    chosen,
    hideable.map(({ id }) => id),
  )
  const movable = [...ids]
  return {
    offered: ids.flatMap((id) => {
      const one = hideable.find((one) => one.id === id)
      return one ? { id, label: one.label, isChosen: chosen.includes(id) } : []
    }),
    always: titled.filter(({ isFixed }) => isFixed).map(({ label }) => label),
    isDefault: inUrl(chosen, defaults) === undefined,
    visibility: Object.fromEntries(
      ids.filter((id) => !chosen.includes(id)).map((id) => [id, false]),
    ),
    // Fixed columns keep their positions.
    order: columns.map(({ id = '' }) => (isKnown(id) ? (movable.shift() ?? id) : id)),
    ignored: unknown.length > 0 ? { cols: unknown } : undefined,
    forget: () => write(known),
    onChange: (ids) => write(inUrl(ids, defaults)),
  }
}

/** Chosen columns in their order, each other one after that which usually stands before it. */
function withOthers(chosen: readonly string[], all: readonly string[]): string[] {
  const ids = [...chosen]
  for (const [index, id] of all.entries()) {
    if (ids.includes(id)) continue
    const before = index === 0 ? -1 : ids.indexOf(all[index - 1] ?? '')
    ids.splice(before + 1, 0, id)
  }
  return ids
}

function inUrl(ids: readonly string[] | undefined, defaults: readonly string[]) {
  if (!ids || ids.join('\n') === defaults.join('\n')) return undefined
  return ids.length === 0 ? [none] : ids
}

const MenuOrder = lazyPart(() => import('#web/ui/menu-order.tsx'))

/** Chooses the columns of a list, and their order. They are shown as far as there is room. */
export function ColumnsMenu({ choice }: { choice: ColumnChoice }) {
  const { offered, onChange } = choice
  usePreload(MenuOrder)
  const isChosen = (id: string) => offered.some((one) => one.id === id && one.isChosen)
  return (
    <Menu
      label="Columns"
      align="end"
      trigger={
        <Button kind="quiet" className="max-md:hidden md:h-7">
          <Icon of={Columns3} small />
          Columns
        </Button>
      }
    >
      <MenuGroup label="Shown as far as there is room; Alt ↑ ↓ moves">
        <MenuOrder
          always={choice.always}
          options={offered.map(({ id, ...rest }) => ({ value: id, ...rest }))}
          onToggle={(id, isShown) =>
            onChange(
              offered.map((one) => one.id).filter((one) => (one === id ? isShown : isChosen(one))),
            )
          }
          onOrder={onChange}
        />
      </MenuGroup>
      <MenuLine />
      <MenuItem
        refusal={choice.isDefault ? 'nothing to reset' : null}
        onSelect={() => onChange(undefined)}
      >
        Reset
      </MenuItem>
    </Menu>
  )
}
