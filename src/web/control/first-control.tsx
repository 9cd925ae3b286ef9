import { createControl } from '#contract/control/control.ts'
import { changeTags } from '#contract/tag/tag.ts'
import { curl } from '#web/api/curl.ts'
import { decisionCall } from '#web/pipeline/report-attestation.ts'
import { FirstCard } from '#web/ui/first-steps.tsx'

const rule = (identifier: string) => `artifacts:
  attestations:
    - type: decision
      for_control: ${identifier}`

/** The part of a policy that asks for a control. */
export function RuleBox(props: { identifier: string }) {
  return (
    <pre className="overflow-x-auto rounded-base border border-line bg-surface px-3 py-2 font-mono text-code">
      {rule(props.identifier)}
    </pre>
  )
}

/** No control yet: what one is, how a rule cites it, and how it is decided. */
export function FirstControl(props: { org: string }) {
  const { org } = props
  const body = {
    identifier: 'RCTL-1',
    name: 'Code review',
    description: 'Every change is reviewed by a second person',
  }
  return (
    <FirstCard
      title="First run"
      answer="A control is a promise about how you deliver, such as “every change is reviewed”. Pipelines record decisions whether it held; policies demand them where things run."
      steps={[
        {
          title: 'Create a control',
          call: curl(createControl, { params: { org }, body }),
        },
        {
          title: 'Use it in a policy: what runs needs a decision about it',
          content: <RuleBox identifier={body.identifier} />,
        },
        {
          title: 'Record a decision, on a trail or an artifact',
          call: decisionCall(org, body.identifier),
        },
      ]}
    />
  )
}

/** No control is tagged with a requirement yet. */
export function FirstFramework(props: { org: string }) {
  const params = { org: props.org, resource_type: 'control', resource_id: 'RCTL-1' }
  const body = { set_tags: { soc2: 'CC8.1, CC8.2', iso27001: 'A.8.32' } }
  return (
    <FirstCard
      title="First run"
      answer="Tags say which requirements a control meets: the key is the framework, the value its requirements, with commas between them. Here they stand side by side with whether their controls hold."
      steps={[
        {
          title: 'Tag a control',
          call: curl(changeTags, { params, body }),
        },
      ]}
    />
  )
}
