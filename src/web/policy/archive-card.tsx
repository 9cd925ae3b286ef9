import { ArchiveFrame, ArchiveQuestion } from '../action/archive-frame.tsx'
import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'

/** Puts a policy away, after asking; not while it is attached. */
export function ArchiveCard(props: {
  org: string
  policy: string
  /** Where it is attached. */
  environments: readonly string[]
  refusal: string | null
}) {
  const { org, policy, environments } = props
  const attached =
    environments.length > 0
      ? `Attached to ${environments.join(', ')}: detach it there first.`
      : null
  const input = { params: { org, policy_name: policy } }
  const { run, ...state } = useChange(org, 'policy_archived')
  return (
    <ArchiveFrame
      one="policy"
      answer="The policy leaves the list and cannot be attached. It stays readable, and can be made active again."
      refusal={props.refusal ?? attached}
      call={curl('archivePolicy', input)}
      renderQuestion={(close) => (
        <ArchiveQuestion
          what={policy}
          {...state}
          onClose={close}
          onArchive={async () => {
            if (await run(() => call('archivePolicy', input), `Archived ${policy}`)) close()
          }}
        >
          <p>No environment can have it attached from now on. Its versions stay readable.</p>
        </ArchiveQuestion>
      )}
    />
  )
}
