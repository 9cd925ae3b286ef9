import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { View } from '#contract/saved-view/saved-view.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { SearchTags } from './view-fields.tsx'
import { pages, pageOfView } from './view-search.ts'

const EditDialog = lazyPart(() => import('./edit-dialog.tsx'))

/** Views with their pages and filters, each a link; they can be renamed, made default and removed. */
export function ViewList(props: {
  org: string
  views: readonly View[]
  /** Why one may not change them. */
  refusal: string | null
}) {
  const { org, views, refusal } = props
  const [edited, setEdited] = useState<View | null>(null)
  return (
    <>
      <ul className="border-t border-line text-table">
        {views.map((view) => (
          <li
            key={view.id}
            className="flex min-h-11 items-center gap-3 border-b border-line px-4 py-1.5 last:border-b-0 max-md:items-start"
          >
            <div className="grid min-w-0 flex-1 gap-1 md:flex md:items-center md:gap-3">
              <span className="flex min-w-0 items-center gap-2 max-md:min-h-11 md:w-72">
                <ViewName org={org} view={view} />
                <span className="shrink-0">{view.is_default && <Tag>default</Tag>}</span>
              </span>
              <span className="text-muted md:w-32">{pages[view.page].label}</span>
              <span className="min-w-0 md:flex-1">
                <SearchTags search={view.search} />
              </span>
            </div>
            <Button
              kind="quiet"
              size="small"
              aria-label={`Edit ${view.name}`}
              refusal={refusal}
              onClick={() => setEdited(view)}
            >
              Edit
            </Button>
          </li>
        ))}
      </ul>
      {edited && <EditDialog org={org} view={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function ViewName({ org, view }: { org: string; view: View }) {
  const page = pageOfView(org, view)
  if (!page) return <span className="font-medium wrap-anywhere">{view.name}</span>
  return (
    <Link
      {...page}
      className="min-w-0 font-medium wrap-anywhere hover:underline max-md:-my-3 max-md:py-3"
    >
      {view.name}
    </Link>
  )
}
