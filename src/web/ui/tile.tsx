import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Classes of the links below a figure. */
export const footLinkClass =
  'inline-flex items-center gap-1 text-muted no-underline hover:underline max-md:min-h-11 min-h-6'

/** A figure of the day, what it is of, and what else is to be said of it. */
export function Tile(props: {
  label: string
  figure: ReactNode
  of: ReactNode
  children?: ReactNode
}) {
  return (
    <section className="min-w-0 bg-bg px-4 py-3">
      <h2 className="text-meta font-medium text-muted">{props.label}</h2>
      <p>
        <span className="text-tile font-semibold tabular-nums">{props.figure}</span>
        <span className="ml-2 text-table text-muted">{props.of}</span>
      </p>
      <p className="flex min-h-4 flex-wrap gap-x-2.5 text-meta text-muted">{props.children}</p>
    </section>
  )
}

interface Loading {
  isError: boolean
  refetch: () => unknown
}

/** As high as a figure that can be pressed: nothing moves when that comes. */
const roomClass = 'inline-flex min-h-6 items-center max-md:min-h-11'

/** A tile whose figures are not there: never 0, and how to ask again. */
export const emptyTile = (label: string, query: Loading) => (
  <Tile
    label={label}
    figure={<span className={roomClass}>–</span>}
    of={query.isError ? 'could not be loaded' : ''}
  >
    {query.isError ? (
      <Button size="small" onClick={() => void query.refetch()}>
        Retry
      </Button>
    ) : (
      <span className={roomClass} />
    )}
  </Tile>
)
