import type { AllowedArtifact } from '#contract/allow-list.ts'
import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { FormError } from '../form/form-error.tsx'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'

/** Takes an artifact off the allow-list of an environment, after asking. */
export default function DisallowDialog(props: {
  org: string
  env: string
  artifact: AllowedArtifact
  onClose: () => void
}) {
  const { org, env, artifact, onClose } = props
  const { artifact_name: name, artifact_fingerprint: fingerprint } = artifact
  const { isBusy, failure, run } = useChange(org, 'allow_list_changed')
  const input = { params: { org, env_name: env, fingerprint } }
  const remove = async () => {
    const isDone = await run(() => call('disallowArtifact', input), `Removed ${name}`)
    if (isDone) onClose()
  }
  return (
    <Dialog title={`Take ${name} off the allow-list?`} onClose={onClose}>
      <div className="grid gap-4 px-4 pb-4 text-table">
        <p>
          {artifact.is_running
            ? `It runs in ${env} now, and is judged by the policies there at once.`
            : `It does not run in ${env} now.`}
        </p>
        <Disclosure label="As API call">
          <CallBox call={curl('disallowArtifact', input)} />
        </Disclosure>
        <FormError message={failure ?? undefined} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={isBusy} onClick={() => void remove()}>
            {isBusy ? 'Removing' : 'Remove'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
