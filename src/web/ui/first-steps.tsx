import type { ReactNode } from 'react'
import { CallBox } from './call-box.tsx'
import type { PipelineCall } from './call-form.ts'
import { Card } from './card.tsx'

/** What to do, with the call that does it, or what else is to be said of it. */
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
          <p className="flex">
            <span className="mr-2 w-2.5 shrink-0 text-muted">{index + 1}</span>
            <span className="font-medium">{title}</span>
          </p>
          <div className="ml-4.5 min-w-0">{call ? <CallBox call={call} /> : content}</div>
        </li>
      ))}
    </ol>
  )
}
