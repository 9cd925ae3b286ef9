import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Classes of text below a figure, as high as links there; the figure of a tile that is not there yet, too. */
export const footClass = 'inline-flex min-h-6 items-center max-md:min-h-11'

/** Classes of the links below a figure. */
export const footLinkClass = `${footClass} gap-1 text-muted no-underline hover:underline`

/** Classes of a link that is a figure: a finger has the room to the edges of its tile, too. */
export const figureLinkClass =
  'text-text no-underline hover:underline max-md:-mx-4 max-md:px-4 max-md:py-3'

/** A figure of the day, what it is of, and what else is to be said of it. */
export function Tile(props: {
  label: string
  figure: ReactNode
  of: ReactNode
  /** With many links below: the whole row where there are two columns, so that several fit a line. */
  isWide?: boolean
  children?: ReactNode
}) {
  return (
    <section
      className={clsx('min-w-0 bg-bg px-4 py-3', props.isWide && 'col-span-2 dock:col-span-1')}
    >
      <h2 className="text-meta font-medium text-muted">{props.label}</h2>
      <p>
        <span className="text-tile font-semibold whitespace-nowrap tabular-nums">
          {props.figure}
        </span>
        {/* What it is of goes below where both have no room on a line. */}
        <span className="text-tile"> </span>
        <span className="text-table text-muted">{props.of}</span>
      </p>
      {/* A line is as high as a finger: the room above and below it needs no more. */}
      <p
        className={clsx(
          'flex min-h-4 flex-wrap gap-x-3 text-meta text-muted',
          props.isWide && 'max-md:-my-2.5',
        )}
      >
        {props.children}
      </p>
    </section>
  )
}

interface Loading {
  isError: boolean
  refetch: () => unknown
}

/** A tile whose figures are not there: never 0, and how to ask again. */
export const emptyTile = (label: string, query: Loading) => (
  <Tile
    label={label}
    figure={<span className={footClass}>–</span>}
    of={query.isError ? 'could not be loaded' : ''}
  >
    {query.isError ? (
      <Button size="small" onClick={() => void query.refetch()}>
        Retry
      </Button>
    ) : (
      <span className={footClass} />
    )}
  </Tile>
)
