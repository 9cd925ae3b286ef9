import { leaveOrganization } from '#contract/member/member.ts'
import { curl } from '#web/api/curl.ts'
import { ActionDialog } from '#web/record/action-dialog.tsx'

/** Asks whether one means to leave an organization, and says what that ends. */
export default function LeaveDialog(props: {
  org: string
  isBusy: boolean
  failure: string | null
  onConfirm: () => void
  onClose: () => void
}) {
  const { org, isBusy } = props
  return (
    <ActionDialog
      {...props}
      title={`Leave ${org}?`}
      action={isBusy ? 'Leaving' : 'Leave'}
      call={curl(leaveOrganization, { params: { org }, body: { organization: org } })}
    >
      <ul className="grid list-disc gap-1 pl-5">
        <li>Your keys and sessions will lose access to {org}.</li>
        <li>Keys of service accounts that you made or answer for there are revoked.</li>
        <li>What you have reported and changed stays. An admin can add you again.</li>
      </ul>
    </ActionDialog>
  )
}
