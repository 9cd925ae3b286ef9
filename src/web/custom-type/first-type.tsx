import { FirstCard } from '#web/ui/first-steps.tsx'
import { customCall } from '#web/pipeline/report-attestation.ts'
import { saveCall } from './draft.ts'

const example = {
  name: 'coverage',
  description: 'How much of the code is tested',
  comment: '',
  schema: '{ "type": "object", "required": ["percent"] }',
  rules: ['.percent >= 80'],
  summary: [{ name: 'Tested', expression: '.percent' }],
}

/** No type yet: what one is for, and the calls that make and use the first. */
export function FirstType(props: { org: string }) {
  return (
    <FirstCard
      title="First run"
      answer="A custom type says what evidence of a tool of your own has to look like, and when it is compliant: by a JSON Schema and rules in jq."
      steps={[
        { title: 'Create a type', call: saveCall(props.org, example) },
        {
          title: 'Report evidence of it',
          call: customCall(props.org, example.name),
        },
      ]}
    />
  )
}
