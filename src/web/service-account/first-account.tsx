import { putFlow } from '#contract/flow/flow.ts'
import {
  createServiceAccount,
  createServiceKey,
} from '#contract/service-account/service-account.ts'
import { curl } from '#web/api/curl.ts'
import { FirstCard } from '#web/ui/first-steps.tsx'

/** No service account yet: three steps from nothing to a pipeline that reports. */
export function FirstAccount(props: { org: string }) {
  const { org } = props
  const params = { org, name: 'payments-build' }
  const account = { name: params.name, privilege: 'member' as const }
  const key = { description: 'build', expires_at: 0 }
  return (
    <FirstCard
      title="First run"
      answer="A service account is an identity for a pipeline, with keys of its own: nobody's leaving stops it."
      steps={[
        {
          title: 'Create an account with the lowest role that suffices',
          call: curl(createServiceAccount, { params: { org }, body: account }),
        },
        {
          title: 'Give it a key, which is shown once',
          call: curl(createServiceKey, { params, body: key }),
        },
        {
          title: 'Report with that key',
          call: curl(putFlow, { params: { org }, body: { name: 'payments-api' } }),
        },
      ]}
    />
  )
}
