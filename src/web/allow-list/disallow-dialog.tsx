import { type AllowedArtifact, disallowArtifact } from '#contract/allow-list/allow-list.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'

/** Takes an artifact off the allow-list of an environment, after asking. */
export default function DisallowDialog(props: {
  org: string
  env: string
  artifact: AllowedArtifact
  onClose: () => void
}) {
  const { org, env, artifact, onClose } = props
  const { artifact_name: name, artifact_fingerprint: fingerprint } = artifact
  const { isBusy, failure, run } = useChange(org, 'artifact_disallowed')
  const input = { params: { org, env_name: env, fingerprint } }
  const remove = async () => {
    const isDone = await run(() => call(disallowArtifact, input), `Removed ${name}`)
    if (isDone) onClose()
  }
  return (
    <ActionDialog
      takesAway
      title={`Take ${name} off the allow-list?`}
      action={isBusy ? 'Removing' : 'Remove'}
      isBusy={isBusy}
      failure={failure}
      call={curl(disallowArtifact, input)}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        {artifact.is_running
          ? `It runs in ${env} now, and is evaluated by the policies there at once.`
          : `It does not run in ${env} now.`}
      </p>
    </ActionDialog>
  )
}
