import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { ProgressLine } from './progress-line.tsx'

/** A framed part of a page with a heading, a remark beside it and actions at its right edge. */
export function Card(props: {
  title: string
  remark?: ReactNode
  /** Below the title instead of beside it: for sentences. */
  answer?: ReactNode
  actions?: ReactNode
  /** Whether children that grow fill the height that the row of cards has. */
  isFilled?: boolean
  children?: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        'min-w-0 rounded-card border border-line bg-bg',
        props.isFilled && 'flex flex-col',
      )}
    >
      <header
        className={clsx(
          'flex min-h-11 gap-2 py-1.5 pr-2 pl-4',
          props.answer ? 'items-start pt-2.5' : 'items-center',
        )}
      >
        <div
          className={clsx(
            'min-w-0 flex-1',
            !props.answer && 'flex flex-wrap items-baseline gap-x-2 py-1',
          )}
        >
          <h2 id={id} tabIndex={-1} className="text-body font-semibold tracking-[-0.004em]">
            {props.title}
          </h2>
          {props.remark && <p className="text-meta text-muted">{props.remark}</p>}
          {props.answer && <p className="text-meta text-muted">{props.answer}</p>}
        </div>
        {props.actions}
      </header>
      {props.children}
    </section>
  )
}

/** A frame without a heading, for what its surroundings name. */
export function Frame(props: { children: ReactNode; isBusy?: boolean; className?: string }) {
  return (
    <div
      aria-busy={props.isBusy}
      className={clsx('relative min-w-0 rounded-card border border-line bg-bg', props.className)}
    >
      {props.children}
      {props.isBusy !== undefined && <ProgressLine edge="top" isBusy={props.isBusy} />}
    </div>
  )
}
