import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allowArtifact } from '#contract/allow-list/allow-list.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { DateTimeField } from '#web/form/date-time-field.tsx'
import { TextArea, TextField } from '#web/form/field.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { runningNowQuery } from '#web/policy/queries.ts'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'

/** As many as one looks through. */
const maxChoices = 200

/** Lets an artifact run in an environment whatever its policies say, for a reason. */
export default function AllowDialog(props: { org: string; env: string; onClose: () => void }) {
  const { org, env, onClose } = props
  const { data } = useQuery(runningNowQuery(org, env))
  const failing = (data?.artifacts ?? [])
    .filter(({ compliant, fingerprint }) => compliant === false && fingerprint !== '')
    .slice(0, maxChoices)
  const [typed, setTyped] = useState({ fingerprint: '', name: '' })
  const [chosen, setChosen] = useState('')
  const [reason, setReason] = useState('')
  const [expires_at, setExpiry] = useState<number | null>(null)
  const { isBusy, failure, run } = useChange(org, 'artifact_allowed')
  const picked = failing.find((one) => keyOf(one) === chosen)
  const { fingerprint, name } = picked ?? typed
  const isFingerprint = /^[a-f0-9]{64}$/.test(fingerprint)
  const input = {
    params: { org, env_name: env },
    body: {
      artifact_fingerprint: fingerprint,
      artifact_name: name,
      description: reason.trim(),
      ...(expires_at !== null && { expires_at }),
    },
  }
  const allow = async () => {
    if (await run(() => call(allowArtifact, input), `Allowed ${name} in ${env}`)) onClose()
  }
  return (
    <ActionDialog
      title={`Allow an artifact in ${env}`}
      place="wide"
      action={isBusy ? 'Allowing' : 'Allow'}
      isBusy={isBusy}
      failure={failure}
      isIncomplete={!isFingerprint || name === '' || reason.trim() === ''}
      call={curl(allowArtifact, input)}
      onConfirm={allow}
      onClose={onClose}
    >
      <p>It counts as compliant here from now on. What its policies say of it stays visible.</p>
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
              fingerprint && !isFingerprint ? 'A fingerprint is 64 digits and letters a to f' : null
            }
            value={typed.fingerprint}
            onChange={(event) =>
              setTyped({ ...typed, fingerprint: event.currentTarget.value.trim() })
            }
          />
          <TextField
            label="Name"
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
        required
        rows={3}
        hint="Why it may run all the same; everybody sees it"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <DateTimeField
        label="Until"
        hint="Then it is judged by the policies again; empty: until somebody takes it off"
        value={expires_at}
        onChange={setExpiry}
      />
    </ActionDialog>
  )
}

const keyOf = ({ name, fingerprint }: { name: string; fingerprint: string }) =>
  `${fingerprint} ${name}`
