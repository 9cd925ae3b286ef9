import { createSpace, putInSpace } from '#contract/space/space.ts'
import { curl } from '#web/api/curl.ts'
import { FirstCard } from '#web/ui/first-steps.tsx'

/** No space yet: what one is for, and the calls that make and fill the first. */
export function FirstSpace(props: { org: string }) {
  const { org } = props
  const body = { name: 'Payments' }
  const contents = { flows: ['payments-api'], environments: ['payments-prod'] }
  return (
    <FirstCard
      title="First run"
      answer="A space is a folder of flows and environments: lists can be narrowed to it, and spaces stand in spaces."
      steps={[
        {
          title: 'Create a space; the response contains its id',
          call: curl(createSpace, { params: { org }, body }),
        },
        {
          title: 'Put flows and environments into it',
          call: curl(putInSpace, { params: { org, space_id: 'SPACE_ID' }, body: contents }),
        },
      ]}
    />
  )
}
