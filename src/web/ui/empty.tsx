import type { ReactNode } from 'react'

/** Nothing matches: one sentence, and what to press. */
export function NoMatch(props: { sentence: ReactNode; children: ReactNode }) {
  return (
    <div className="px-4 py-8 text-center text-table text-muted">
      <p className="mx-auto mb-3 max-w-[48ch]">{props.sentence}</p>
      <div className="flex flex-wrap items-center justify-center gap-2">{props.children}</div>
    </div>
  )
}

/** Nothing yet: the steps that make the first one, each with its call. */
export function FirstSteps(props: { steps: readonly { title: string; content: ReactNode }[] }) {
  return (
    <ol className="text-table">
      {props.steps.map((step, index) => (
        <li key={step.title} className="grid gap-2 border-t border-line px-4 py-3">
          <p className="flex">
            <span className="mr-2 w-2.5 shrink-0 text-muted">{index + 1}</span>
            <span className="font-medium">{step.title}</span>
          </p>
          <div className="ml-4.5 min-w-0">{step.content}</div>
        </li>
      ))}
    </ol>
  )
}

/** Stands where there is nothing to say. */
export const emptyCell = <span className="zero text-muted">–</span>
