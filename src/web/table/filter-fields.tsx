import { Suspense } from 'react'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import type { Filter } from './filter.ts'

const TimeFields = lazyPart(() => import('./time-fields.tsx'))
const ValueFields = lazyPart(() => import('./value-fields.tsx'))

/** Loads the controls of filters before one is opened. */
export const usePreloadedFields = (): void => usePreload(TimeFields, ValueFields)

/** The controls of a filter, in a popover or in the phone's sheet. */
export function FilterFields(props: { filter: Filter; onDone: () => void }) {
  const { filter, onDone } = props
  return (
    <Suspense fallback={<p className="p-4 text-muted">Loading</p>}>
      {filter.kind === 'time' ? (
        <TimeFields filter={filter} onDone={onDone} />
      ) : (
        <ValueFields filter={filter} onDone={onDone} />
      )}
    </Suspense>
  )
}
