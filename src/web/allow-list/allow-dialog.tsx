import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allowArtifact } from '#contract/allow-list/allow-list.ts'
import { proposeAllowance } from '#contract/allow-list/allowance-proposal.ts'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { type OverrideSettings } from '#contract/override/override-settings.ts'
import { counted } from '#domain/common/counted.ts'
import { needsApproval } from '#domain/override/override-rules.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { DateTimeField } from '#web/form/date-time-field.tsx'
import { TextArea, TextField } from '#web/form/field.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { runningNowQuery } from '#web/policy/queries.ts'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { approvalSettingsQuery } from './queries.ts'

/** As many as one looks through. */
const maxChoices = 200

/**
 * Lets an artifact run in an environment whatever its policies say, for a reason; or asks for it,
 * where a second person has to approve.
 */
export default function AllowDialog(props: {
  org: string
  env: string
  /** Tags of the environment. */
  tags: Record<string, string>
  /** The artifact that it is about, where that is known. */
  artifact?: { fingerprint: string; name: string }
  onClose: () => void
}) {
  const { org, env, tags, artifact, onClose } = props
  const settings = useQuery(approvalSettingsQuery(org)).data ?? settingDefaults.overrides
  const isApprovalNeeded = needsApproval(settings, 'environment', tags)
  const { data } = useQuery(runningNowQuery(org, env))
  const failing = (data?.artifacts ?? [])
    .filter(({ compliant, fingerprint }) => compliant === false && fingerprint !== '')
    .slice(0, maxChoices)
  const [typed, setTyped] = useState(artifact ?? { fingerprint: '', name: '' })
  const [choice, setChosen] = useState<string | null>(null)
  const [first, second] = failing
  const preset = first && !second && !artifact ? keyOf(first) : ''
  const chosen = choice ?? preset
  const [reason, setReason] = useState('')
  const [{ expires_at, isWrongEnd }, setEnd] = useState({
    expires_at: null as number | null,
    isWrongEnd: false,
  })
  const { isBusy, failure, faultOf, run } = useChange(
    org,
    isApprovalNeeded ? 'allowance_requested' : 'artifact_allowed',
    ['artifact_fingerprint', 'artifact_name', 'description', 'expires_at'],
  )
  const picked = failing.find((one) => keyOf(one) === chosen)
  const { fingerprint, name } = picked ?? typed
  const isFingerprint = /^[a-f0-9]{64}$/.test(fingerprint)
  const entry = {
    artifact_fingerprint: fingerprint,
    artifact_name: name,
    description: reason.trim(),
    ...(expires_at !== null && { expires_at }),
  }
  const input = { params: { org, env_name: env }, body: entry }
  const request = { params: { org }, body: { environment_name: env, ...entry } }
  const allow = async () => {
    const isDone = isApprovalNeeded
      ? await run(() => call(proposeAllowance, request), `Asked to allow ${name} in ${env}`)
      : await run(() => call(allowArtifact, input), `Allowed ${name} in ${env}`)
    if (isDone) onClose()
  }
  return (
    <ActionDialog
      title={`Allow an artifact in ${env}`}
      position="wide"
      action={isBusy ? 'Sending' : isApprovalNeeded ? 'Request approval' : 'Allow'}
      isBusy={isBusy}
      failure={failure}
      isIncomplete={!isFingerprint || name === '' || reason.trim() === '' || isWrongEnd}
      call={isApprovalNeeded ? curl(proposeAllowance, request) : curl(allowArtifact, input)}
      onConfirm={allow}
      onClose={onClose}
    >
      <p>
        {isApprovalNeeded
          ? 'Here a second person has to approve it; until then it allows nothing.'
          : 'It counts as compliant here from now on.'}{' '}
        What its policies say of it stays visible.
      </p>
      <SelectField
        label="Artifact"
        hint="Those that run here and are not compliant"
        value={chosen}
        options={[
          { value: '', label: 'Another one, by its fingerprint' },
          ...failing.map((one) => ({
            value: keyOf(one),
            label: `${one.name}, ${one.fingerprint.slice(0, 12)}`,
          })),
        ]}
        onChange={setChosen}
      />
      {!picked && (
        <>
          <TextField
            label="Fingerprint"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            error={
              fingerprint && !isFingerprint
                ? 'A fingerprint is 64 digits and letters a to f'
                : faultOf('artifact_fingerprint')
            }
            value={typed.fingerprint}
            onChange={(event) =>
              setTyped({ ...typed, fingerprint: event.currentTarget.value.trim() })
            }
          />
          <TextField
            label="Name"
            error={faultOf('artifact_name')}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            value={typed.name}
            onChange={(event) => setTyped({ ...typed, name: event.currentTarget.value })}
          />
        </>
      )}
      <TextArea
        label="Reason"
        error={faultOf('description')}
        required
        rows={3}
        hint="Why it may run all the same; everybody sees it"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <DateTimeField
        label="Until"
        error={faultOf('expires_at')}
        hint={endHint(settings)}
        value={expires_at}
        onChange={(expires_at, isWrongEnd) => setEnd({ expires_at, isWrongEnd })}
      />
    </ActionDialog>
  )
}

/** Effect of the end, and the default end where none is given. */
function endHint({ default_days, most_days }: OverrideSettings): string {
  const limit = most_days === null ? '' : ` At most ${counted(most_days, 'day')}.`
  const without =
    default_days === null
      ? 'until somebody removes it'
      : `${counted(default_days, 'day')}, as the organization has set`
  return `Then the policies decide again; empty: ${without}.${limit}`
}

const keyOf = ({ name, fingerprint }: { name: string; fingerprint: string }) =>
  `${fingerprint} ${name}`
