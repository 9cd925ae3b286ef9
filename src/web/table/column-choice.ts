import type { ColumnVisibilityState } from '@tanstack/react-table'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Columns } from './column-definitions.ts'

/** Which columns of a list its reader wants. */
export interface ColumnChoice {
  /** Columns that may be hidden. */
  offered: readonly { id: string; label: string; isChosen: boolean }[]
  /** Those that are not wanted are `false`, by id. */
  visibility: ColumnVisibilityState
  /** What the URL names and the list does not have. */
  ignored: Record<string, string[]> | undefined
  /** Takes what the list does not have out of the URL. */
  forget: () => void
  /** Shows these of the offered columns, by id; undefined for all. */
  onChange: (ids: readonly string[] | undefined) => void
}

/** In the URL: none of the columns that may be hidden. */
const none = 'none'

/** Reads from the URL which columns of a list are shown, and writes it there: `cols`, all without it. */
export function useColumnChoice<Row extends object>(columns: Columns<Row>): ColumnChoice {
  const { cols } = useSearch({ strict: false }) as { cols?: string | string[] }
  const navigate = useNavigate()
  const named = [cols ?? []].flat().join('\n')
  return useMemo(() => {
    const hideable = columns.flatMap(({ id = '', header, enableHiding }) =>
      enableHiding !== false && typeof header === 'string' ? { id, label: header } : [],
    )
    const asked = named.split('\n').filter(Boolean)
    const isKnown = (id: string) => id === none || hideable.some((one) => one.id === id)
    const known = asked.filter(isKnown)
    const unknown = asked.filter((id) => !isKnown(id))
    const offered = hideable.map((one) => ({
      ...one,
      isChosen: known.length === 0 || known.includes(one.id),
    }))
    const write = (cols: readonly string[] | undefined) =>
      void navigate({
        to: '.',
        search: ((search: object) => ({ ...search, cols })) as never,
        replace: true,
        resetScroll: false,
      })
    const hidden = offered.filter(({ isChosen }) => !isChosen)
    return {
      offered,
      visibility: Object.fromEntries(hidden.map(({ id }) => [id, false])),
      ignored: unknown.length > 0 ? { cols: unknown } : undefined,
      forget: () => write(known),
      onChange: (ids) => write(inUrl(ids, hideable.length)),
    }
  }, [columns, named, navigate])
}

function inUrl(ids: readonly string[] | undefined, all: number): readonly string[] | undefined {
  if (!ids || ids.length === all) return undefined
  return ids.length === 0 ? [none] : ids
}
