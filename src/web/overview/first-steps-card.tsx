import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Overview } from '#contract/overview/overview.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** A step of a new organization. */
interface FirstStep {
  step: keyof Overview['first_steps']
  title: string
  /** How it is done. */
  content: ReactNode
}

/** Steps of a new organization, ticked off by themselves; the next is open with its call. */
export function FirstStepsCard(props: {
  done: Overview['first_steps']
  steps: readonly FirstStep[]
}) {
  const { done, steps } = props
  const count = steps.filter(({ step }) => done[step] !== null).length
  const next = steps.find(({ step }) => done[step] === null)
  return (
    <div className="mb-4">
      <Card
        title="First run"
        answer={`Pipelines report what they build and check, environments what runs; Cairn keeps that as evidence and says whether it meets your rules. ${count} of ${steps.length} done.`}
      >
        <ol className="text-table">
          {steps.map(({ step, title, content }) => {
            const isDone = done[step] !== null
            return (
              <li key={step} className="grid gap-2 border-t border-line px-4 py-3">
                <p className="flex items-center gap-3">
                  <Icon of={isDone ? Check : Minus} small />
                  <span className={isDone ? 'flex-1 text-muted' : 'flex-1 font-medium'}>
                    {title}
                    <span className="sr-only">{isDone ? ', done' : ', to do'}</span>
                  </span>
                  <span className="max-w-1/2 truncate text-meta text-muted">
                    {done[step] ?? (step === next?.step ? 'next' : '')}
                  </span>
                </p>
                {step === next?.step && <div className="ml-6.5 grid min-w-0 gap-2">{content}</div>}
              </li>
            )
          })}
        </ol>
      </Card>
    </div>
  )
}
