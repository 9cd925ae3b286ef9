import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { archiveCustomType } from '#contract/custom-type/custom-type.ts'
import { listFlows } from '#contract/flow/flow.ts'
import { listPolicies } from '#contract/policy/policy.ts'
import { counted } from '#domain/common/counted.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'
import { ArchiveOneDialog } from '#web/record/archive-dialog.tsx'

/** Puts a custom attestation type away, after naming what asks for it. */
export default function ArchiveDialog(props: { org: string; type: string; onClose: () => void }) {
  const { org, type } = props
  const input = { params: { org, type_name: type } }
  const policies = useQuery(endpointQuery(listPolicies, { org }))
  const flows = useQuery(endpointQuery(listFlows, { org }))
  return (
    <ArchiveOneDialog
      org={org}
      kind="custom_type_archived"
      name={type}
      call={curl(archiveCustomType, input)}
      archive={() => call(archiveCustomType, input)}
      onClose={props.onClose}
    >
      <ul className="grid list-disc gap-1 pl-5">
        <li>Evidence of it is refused from then on: pipelines that report it fail.</li>
        <li className="wrap-anywhere">
          {policies.data && flows.data
            ? requiringText(
                policies.data
                  .filter((one) => one.archived_at === null)
                  .filter((one) => asksFor(one.versions.at(-1)?.policy_yaml, type))
                  .map(({ name }) => name),
                flowsOf(flows.data)
                  .filter((one) => asksFor(one.template, type))
                  .map(({ name }) => name),
              )
            : policies.isError || flows.isError
              ? 'What asks for it could not be loaded.'
              : 'Looking what asks for it'}
        </li>
        <li>What was reported stays readable. A new version makes it active again.</li>
      </ul>
    </ArchiveOneDialog>
  )
}

/** All flows: without a page the service answers with their list alone. */
const flowsOf = (answer: ResponseOf<typeof listFlows>) =>
  Array.isArray(answer) ? answer : answer.data

/** Whether a policy or a template names the type; lists of names have no types. */
function asksFor(text: string | string[] | undefined, type: string): boolean {
  const types = typeof text === 'string' ? text.match(/custom:[\w.-]+/g) : null
  return types?.includes(`custom:${type}`) ?? false
}

/** "Required by 2 policies (a, b) and the template of c: new builds will lack it." */
function requiringText(policies: readonly string[], flows: readonly string[]): string {
  const named = [
    ...(policies.length > 0
      ? [`${counted(policies.length, 'policy', 'policies')} (${policies.join(', ')})`]
      : []),
    ...(flows.length > 0
      ? [`the ${flows.length === 1 ? 'template' : 'templates'} of ${flows.join(', ')}`]
      : []),
  ]
  if (named.length === 0) return 'No policy and no template requires it.'
  return `Required by ${named.join(' and ')}: new builds will lack it.`
}
