import { useState } from 'react'
import type { PhysicalType } from '#contract/environment/environment-type.ts'
import { ChoiceField } from '#web/form/choice-field.tsx'
import { FirstCard } from '#web/ui/first-steps.tsx'
import { createEnvironmentCall, reportCall } from '#web/pipeline/report-environment.ts'
import { physicalOptions } from './type-options.ts'

const name = 'production'

/** Before the first environment: what one is, and the calls that make it for the chosen type. */
export default function FirstEnvironment(props: { org: string }) {
  const { org } = props
  const [type, setType] = useState<PhysicalType>('K8S')
  return (
    <FirstCard
      title="First run"
      remark="An environment is a place where software runs. Report what runs there, and Cairn says what changed and whether it may. The CLI takes your API key from KOSLI_API_TOKEN, curl from CAIRN_KEY."
      steps={[
        {
          title: 'Choose what runs your software',
          content: (
            <ChoiceField
              label="Type"
              options={physicalOptions}
              value={type}
              onChange={(next) => setType(next as PhysicalType)}
            />
          ),
        },
        {
          title: 'Create the environment',
          call: createEnvironmentCall(org, name, type),
        },
        {
          title: 'Report regularly what runs in it',
          call: reportCall(org, name, type),
        },
      ]}
    />
  )
}
