import { Suspense } from 'react'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { whenIdle } from '#web/connection/when-idle.ts'
import { Boundary } from '#web/ui/boundary.tsx'
import { rem } from '#web/ui/text-scale.ts'
import { type PlotProps, defaultHeight } from './axis-data.ts'

// The list of a page is drawn first.
const AxisPlot = lazyPart(async () => {
  await whenIdle()
  return import('./axis-plot.tsx')
})

/** A drawing with axes, whose library comes once the page is there; its place is kept until then. */
export function LazyPlot(props: PlotProps) {
  const { height = defaultHeight } = props
  return (
    <Boundary fallback={<NoDrawing />}>
      <Suspense fallback={<div className="mb-3" style={{ height: rem(height) }} />}>
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
