import type { ReactNode } from 'react'
import { CallBox, CallFormChoice } from './call-box.tsx'
import type { PipelineCall } from './call-form.ts'
import { Card } from './card.tsx'

/** A step, with the call that takes it, or a remark about it. */
interface FirstStep {
  title: string
  call?: string | PipelineCall | null
  content?: ReactNode
}

/** Nothing yet: what would be there, and the steps that make the first one. */
export function FirstCard(props: {
  title: string
  answer?: string
  remark?: string
  steps: readonly FirstStep[]
}) {
  const { steps, ...head } = props
  return (
    <Card {...head}>
      <FirstSteps steps={steps} />
    </Card>
  )
}

/** The steps that make the first one, where a card says already what is not there yet. */
export function FirstSteps(props: { steps: readonly FirstStep[] }) {
  return (
    <ol className="text-table">
      {props.steps.map(({ title, call, content }, index) => (
        <li key={title} className="grid gap-2 border-t border-line px-4 py-3">
          <div className="flex items-center">
            <span className="mr-2 w-2.5 shrink-0 text-muted">{index + 1}</span>
            <span className="flex-1 font-medium">{title}</span>
            {call && typeof call !== 'string' && <CallFormChoice />}
          </div>
          <div className="ml-4.5 min-w-0">
            {call ? <CallBox call={call} hasChoiceAbove /> : content}
          </div>
        </li>
      ))}
    </ol>
  )
}
