import { clsx } from 'clsx'

/** A thin line at an edge of its (positioned) parent while something loads; shown after 150 ms. */
export function ProgressLine(props: { isBusy: boolean; edge: 'top' | 'bottom' }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'pointer-events-none absolute h-0.5 bg-accent transition-opacity',
        props.edge === 'top' ? 'inset-x-2 -top-px z-2' : 'inset-x-0 -bottom-px',
        props.isBusy ? 'opacity-100 delay-150' : 'opacity-0',
      )}
    />
  )
}
