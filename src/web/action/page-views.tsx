import { lazy, Suspense } from 'react'
import type { ViewPage } from '#contract/saved-view/saved-view.ts'
import { Button } from '../ui/button.tsx'

const ViewsMenu = lazy(() => import('../view/views-menu.tsx'))

/** The saved views of a list, beside its other actions. */
export function PageViews(props: { page: ViewPage }) {
  return (
    <div className="flex min-w-0">
      <Suspense fallback={<Button aria-label="Views" className="w-24 max-md:w-11" disabled />}>
        <ViewsMenu page={props.page} />
      </Suspense>
    </div>
  )
}
