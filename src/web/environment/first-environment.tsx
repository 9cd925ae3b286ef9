import { useState } from 'react'
import type { PhysicalType } from '#contract/environment/environment-type.ts'
import { putEnvironment } from '#contract/environment/environment.ts'
import { curl } from '#web/api/curl.ts'
import { ChoiceField } from '#web/form/choice-field.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { FirstSteps } from '#web/ui/empty.tsx'
import { reportCall } from './report-call.ts'
import { physicalOptions } from './type-options.ts'

const name = 'production'

/** Before the first environment: what one is, and the calls that make it for the chosen type. */
export function FirstEnvironment(props: { org: string }) {
  const { org } = props
  const [type, setType] = useState<PhysicalType>('K8S')
  return (
    <Card
      title="First run"
      remark="An environment is a place where software runs. Report what runs there, and Cairn says what changed and whether it may. CAIRN_KEY is your API key."
    >
      <FirstSteps
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
            content: (
              <CallBox call={curl(putEnvironment, { params: { org }, body: { name, type } })} />
            ),
          },
          {
            title:
              'Report what runs in it, again and again; FINGERPRINT is the SHA-256 of an artifact',
            content: <CallBox call={reportCall(org, name, type)} />,
          },
        ]}
      />
    </Card>
  )
}
