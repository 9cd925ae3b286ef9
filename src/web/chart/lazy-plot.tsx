import { Suspense } from 'react'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import { Boundary } from '#web/ui/boundary.tsx'
import { ColumnBones } from '#web/ui/skeleton.tsx'
import { rem } from '#web/ui/text-scale.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { useNear } from '#web/ui/use-near.ts'
import { type PlotProps, defaultHeight } from './axis-data.ts'

const AxisPlot = lazyPart(() => import('./axis-plot.tsx'))

/**
 * A drawing with axes, drawn when it is near to what is seen, or printed; its place is kept until
 * then. Its library comes once the page is there: the list of a page is drawn first.
 */
export function LazyPlot(props: PlotProps) {
  const { height = defaultHeight } = props
  const [place, isNear] = useNear()
  const isPrinted = useMediaQuery('print')
  usePreload(AxisPlot)
  const room = (
    <div ref={place} className="mx-4 mb-3 py-6" style={{ height: rem(height) }}>
      <ColumnBones />
    </div>
  )
  if (!isNear && !isPrinted) return room
  return (
    <Boundary fallback={<NoDrawing />}>
      <Suspense fallback={room}>
        <AxisPlot {...props} />
      </Suspense>
    </Boundary>
  )
}

const NoDrawing = () => (
  <p className="px-4 pb-3 text-table">
    The drawing could not be loaded. The table has its figures.
  </p>
)
