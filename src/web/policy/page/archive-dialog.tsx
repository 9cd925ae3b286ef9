import { archivePolicy } from '#contract/policy/policy.ts'
import { counted } from '#domain/common/counted.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { ArchiveOneDialog } from '#web/record/archive-dialog.tsx'

/** Puts a policy away that is attached nowhere, after saying what it is no more. */
export default function ArchiveDialog(props: {
  org: string
  policy: string
  versionCount: number
  /** Identifiers of the controls that it serves. */
  controls: readonly string[]
  onClose: () => void
}) {
  const { org, policy, versionCount, controls } = props
  const input = { params: { org, policy_name: policy } }
  return (
    <ArchiveOneDialog
      org={org}
      kind="policy_archived"
      name={policy}
      call={curl(archivePolicy, input)}
      archive={() => call(archivePolicy, input)}
      onClose={props.onClose}
    >
      <ul className="grid list-disc gap-1 pl-5">
        <li>It is not attached anywhere, so no verdict changes. It cannot be attached any more.</li>
        {controls.length > 0 && (
          <li className="wrap-anywhere">
            {counted(controls.length, 'control')}{' '}
            {controls.length === 1
              ? 'loses a policy that serves it'
              : 'lose a policy that serves them'}
            : {controls.join(', ')}.
          </li>
        )}
        <li>
          {counted(versionCount, 'version')} and what they decided stay readable. It can be made
          active again.
        </li>
      </ul>
    </ArchiveOneDialog>
  )
}
