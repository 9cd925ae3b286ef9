import { useState } from 'react'
import { deleteOrganization } from '#contract/organization/delete-organization.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { TypedNameDialog } from '#web/record/typed-name-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'

/** Deletes the organization after a grace, once its name was typed. */
export default function DeleteCard(props: {
  org: string
  refusal: string | null
  onDeleted: () => Promise<void>
}) {
  const { org, refusal } = props
  const { run, ...state } = useChange(org, 'organization_deleted')
  const [isAsking, setAsking] = useState(false)
  const input = { params: { org }, body: { organization: org } }
  const remove = async () => {
    if (await run(() => call(deleteOrganization, input), `Deleted ${org}`)) await props.onDeleted()
  }
  return (
    <SettingsSection
      title="Deletion"
      explanation={
        <p>
          Nobody gets in from that moment on. After 30 days everything goes, the audit log and the
          evidence too; until then the operator of the service can take it back.
        </p>
      }
    >
      <div className="flex flex-wrap items-center gap-3 p-4">
        <Button refusal={refusal} onClick={() => setAsking(true)}>
          Delete this organization
        </Button>
        <span className="text-meta wrap-anywhere text-muted">{refusal}</span>
      </div>
      {isAsking && (
        <TypedNameDialog
          {...state}
          action={['Delete', 'Deleting']}
          what="name"
          name={org}
          call={curl(deleteOrganization, input)}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <ul className="grid list-disc gap-1 pl-5">
            <li>Nobody’s keys and sessions have access any more, nor do pipelines.</li>
            <li>Flows, environments, evidence and the audit log are deleted in 30 days.</li>
            <li>
              Until then the operator can cancel it by <code>cairn org keep {org}</code>.
            </li>
          </ul>
        </TypedNameDialog>
      )}
    </SettingsSection>
  )
}
