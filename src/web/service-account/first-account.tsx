import { putFlow } from '#contract/flow/flow.ts'
import {
  createServiceAccount,
  createServiceKey,
} from '#contract/service-account/service-account.ts'
import { curl } from '#web/api/curl.ts'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { FirstSteps } from '#web/ui/empty.tsx'

/** No service account yet: three steps from nothing to a pipeline that reports. */
export function FirstAccount(props: { org: string }) {
  const { org } = props
  const params = { org, name: 'payments-build' }
  const account = { name: params.name, privilege: 'member' as const }
  const key = { description: 'build', expires_at: 0 }
  return (
    <Card
      title="First run"
      answer="A service account is an identity for a pipeline, with keys of its own: nobody's leaving stops it."
    >
      <FirstSteps
        steps={[
          {
            title: 'Create an account with the least role that does',
            content: (
              <CallBox call={curl(createServiceAccount, { params: { org }, body: account })} />
            ),
          },
          {
            title: 'Give it a key, which is shown once',
            content: <CallBox call={curl(createServiceKey, { params, body: key })} />,
          },
          {
            title: 'Report with that key',
            content: (
              <CallBox call={curl(putFlow, { params: { org }, body: { name: 'payments-api' } })} />
            ),
          },
        ]}
      />
    </Card>
  )
}
