import { type RefCallback, Suspense, useCallback, useState } from 'react'
import { suspendingPart } from '#web/connection/lazy-part.ts'
import { holdPage } from '#web/connection/when-idle.ts'
import { Boundary } from '#web/ui/boundary.tsx'
import { ColumnBones } from '#web/ui/skeleton.tsx'
import { rem } from '#web/ui/text-scale.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { type PlotProps, defaultHeight } from './axis-data.ts'

const AxisPlot = suspendingPart(() => import('./axis-plot.tsx'))

/**
 * A drawing with axes, loaded and drawn when it is near to what is seen, or printed; its room is kept
 * until then.
 */
export function LazyPlot(props: PlotProps) {
  const { height = defaultHeight } = props
  const [frame, isNear] = useNear()
  const isPrinted = useMediaQuery('print')
  const roomWith = (ref: RefCallback<HTMLElement>) => (
    <div ref={ref} className="mx-4 mb-3 py-6" style={{ height: rem(height) }}>
      <ColumnBones />
    </div>
  )
  if (!isNear && !isPrinted) return roomWith(frame)
  return (
    <Boundary fallback={<NoDrawing />}>
      <Suspense fallback={roomWith(waitWhileThere)}>
        <AxisPlot {...props} />
      </Suspense>
    </Boundary>
  )
}

/** Preloading waits while an element stands for what is not drawn yet. */
function waitWhileThere(element: HTMLElement | null) {
  return element ? holdPage() : undefined
}

const NoDrawing = () => (
  <p className="px-4 pb-3 text-table">The chart could not be loaded. The table has its figures.</p>
)

/** How far below what is seen something counts as near, in parts of the height of the window. */
const margin = '75%'

/**
 * Whether an element has come near to what is seen, once it was: so that what costs much is drawn for
 * who may look at it. The reference is the element's.
 */
function useNear(): [element: RefCallback<HTMLElement>, isNear: boolean] {
  const [isNear, setNear] = useState(false)
  const observe = useCallback((element: HTMLElement | null) => {
    if (!element) return
    // Preloading comes after a drawing that is near.
    const release = holdPage()
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
        release()
      },
      { rootMargin: `${margin} 0px` },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      release()
    }
  }, [])
  return [observe, isNear]
}
