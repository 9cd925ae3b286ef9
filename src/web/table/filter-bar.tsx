import { clsx } from 'clsx'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { handsOnFocus } from '#web/ui/hand-on-focus.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IgnoredNote } from '#web/ui/note.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { type ColumnChoice, ColumnsMenu } from './column-choice.tsx'
import { chipClass, FilterChip, SetChip } from './filter-chip.tsx'
import { FilterFields, usePreloadedFields } from './filter-fields.tsx'
import { type Filter, type TextFilter, filterKey, isInForce, isSet, valueLabel } from './filter.ts'
import { SearchField } from './search-field.tsx'

/** Filters of a list: a field for a part of the name, chips for the rest; on phones one sheet. */
export function FilterBar(props: {
  name?: TextFilter
  filters: readonly Filter[]
  onClear: () => void
  /** Which columns of the rows are shown. */
  columns?: ColumnChoice | undefined
  /** Whether it stands beside the heading, not on a line of its own. */
  isInline?: boolean
  /** At the end of the line. */
  children?: ReactNode
}) {
  const { name, filters, onClear, columns } = props
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [isWide, setWide] = useState(false)
  const anySet = filters.some(isSet)
  const shown = filters.filter((filter) => isWide || !filter.isRare || isSet(filter))
  usePreloadedFields()
  const bar = useRef<HTMLDivElement>(null)
  // Where there is a field for names, that is what the key goes to.
  useShortcuts(
    name || filters.length === 0
      ? []
      : [{ key: '/', label: 'Go to the filters', run: () => focusFirst(bar.current) }],
  )
  return (
    <>
      <p className="mb-2 hidden text-meta text-muted print:block">
        Filter:{' '}
        {filters
          .filter(isInForce)
          .map((filter) => `${filter.label} ${valueLabel(filter)}`)
          .concat(name?.value ? `${name.label} ${name.value}` : [])
          .join('; ') || 'none'}
      </p>
      {columns && <IgnoredNote ignored={columns.ignored} onClear={columns.forget} />}
      <div
        ref={bar}
        className={clsx(
          'flex flex-wrap items-center gap-2 print:hidden',
          !props.isInline && 'mb-3',
        )}
      >
        {name && (
          <SearchField label={name.label} value={name.value ?? ''} onChange={name.onChange} />
        )}
        <div role="group" aria-label="Filters" className="flex flex-wrap gap-2 max-md:hidden">
          {shown.map((filter) => (
            <FilterChip key={filterKey(filter)} filter={filter} />
          ))}
          {(isWide || shown.length < filters.length) && (
            <button
              type="button"
              aria-expanded={isWide}
              className={`${chipClass(false)} px-2.5`}
              onClick={() => setWide(!isWide)}
            >
              {isWide ? 'Fewer filters' : 'More filters'}
            </button>
          )}
          {anySet && <ClearAll onClear={onClear} />}
        </div>
        {filters.length > 0 && (
          <button
            type="button"
            className={`${chipClass(false)} gap-1.5 px-3 md:hidden`}
            onClick={() => setSheetOpen(true)}
          >
            <Icon of={ListFilter} small />
            Filters
          </button>
        )}
        {anySet && (
          <div className="flex w-full min-w-0 flex-wrap gap-2 md:hidden">
            {filters.filter(isSet).map((filter) => (
              <SetChip key={filterKey(filter)} filter={filter} />
            ))}
          </div>
        )}
        <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1 max-md:ml-0">
          {props.children}
          {columns && <ColumnsMenu choice={columns} />}
        </div>
        {isSheetOpen && (
          <Dialog title="Filters" position="bottom" onClose={() => setSheetOpen(false)}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-2 pb-2">
              {filters.map((filter) => (
                <div key={filterKey(filter)}>
                  <h3 className="px-2 text-meta font-medium text-muted">{filter.label}</h3>
                  <FilterFields filter={filter} onDone={() => setSheetOpen(false)} />
                </div>
              ))}
            </div>
            <footer className="sticky bottom-0 flex gap-2 border-t border-line bg-raised p-4">
              {anySet && <ClearAll onClear={onClear} />}
              <Button kind="primary" className="flex-1" onClick={() => setSheetOpen(false)}>
                Show
              </Button>
            </footer>
          </Dialog>
        )}
      </div>
    </>
  )
}

/** Focuses the first filter that is seen: a chip, on phones what opens all of them. */
const focusFirst = (bar: HTMLElement | null) =>
  [...(bar?.querySelectorAll('button') ?? [])].find((one) => one.checkVisibility())?.focus()

/** Takes every filter away. */
export function ClearAll(props: { onClear: () => void }) {
  return (
    <Button ref={handsOnFocus} kind="quiet" className="md:h-7" onClick={props.onClear}>
      Clear all
    </Button>
  )
}
