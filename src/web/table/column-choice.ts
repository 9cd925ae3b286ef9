import type { ColumnVisibilityState } from '@tanstack/react-table'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Columns } from './column-definitions.ts'

/** Which columns of a list its reader wants. */
export interface ColumnChoice {
  /** Columns that may be hidden. */
  offered: readonly { id: string; label: string; isChosen: boolean }[]
  /** Whether they are the usual ones. */
  isUsual: boolean
  /** Those that are not wanted are `false`, by id. */
  visibility: ColumnVisibilityState
  /** What the URL names and the list does not have. */
  ignored: Record<string, string[]> | undefined
  /** Takes what the list does not have out of the URL. */
  forget: () => void
  /** Shows these of the offered columns, by id; undefined for the usual ones. */
  onChange: (ids: readonly string[] | undefined) => void
}

/** In the URL: none of the columns that may be hidden. */
const none = 'none'

/** Reads from the URL which columns of a list are shown, and writes it there: `cols`, the usual ones without it. */
export function useColumnChoice<Row extends object>(columns: Columns<Row>): ColumnChoice {
  const { cols } = useSearch({ strict: false }) as { cols?: string | string[] }
  const navigate = useNavigate()
  const named = [cols ?? []].flat().join('\n')
  return useMemo(() => {
    const hideable = columns.flatMap(({ id = '', header, enableHiding, meta }) =>
      enableHiding !== false && typeof header === 'string'
        ? { id, label: header, isUsual: meta?.isExtra !== true }
        : [],
    )
    const asked = named.split('\n').filter(Boolean)
    const isKnown = (id: string) => id === none || hideable.some((one) => one.id === id)
    const known = asked.filter(isKnown)
    const unknown = asked.filter((id) => !isKnown(id))
    const offered = hideable.map(({ id, label, isUsual }) => ({
      id,
      label,
      isChosen: known.length === 0 ? isUsual : known.includes(id),
    }))
    const usual = hideable.filter(({ isUsual }) => isUsual).map(({ id }) => id)
    const write = (cols: readonly string[] | undefined) =>
      void navigate({
        to: '.',
        search: ((search: object) => ({ ...search, cols })) as never,
        replace: true,
        resetScroll: false,
      })
    const chosen = offered.filter(({ isChosen }) => isChosen).map(({ id }) => id)
    const hidden = offered.filter(({ isChosen }) => !isChosen)
    return {
      offered,
      isUsual: inUrl(chosen, usual) === undefined,
      visibility: Object.fromEntries(hidden.map(({ id }) => [id, false])),
      ignored: unknown.length > 0 ? { cols: unknown } : undefined,
      forget: () => write(known),
      onChange: (ids) => write(inUrl(ids, usual)),
    }
  }, [columns, named, navigate])
}

function inUrl(ids: readonly string[] | undefined, usual: readonly string[]) {
  if (!ids || (ids.length === usual.length && usual.every((id) => ids.includes(id)))) {
    return undefined
  }
  return ids.length === 0 ? [none] : ids
}
