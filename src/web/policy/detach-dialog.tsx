import { curl } from '../api/curl.ts'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { EffectPreview } from './effect-preview.tsx'
import { Failures } from './failures.tsx'
import { useAttachments } from './use-attachments.ts'

/** Takes a policy off an environment, after saying what that flips. */
export default function DetachDialog(props: {
  org: string
  environment: string
  policy: string
  /** No other policy is attached there; undefined where nobody knows. */
  isLast?: boolean
  onClose: () => void
}) {
  const { org, environment, policy, isLast, onClose } = props
  const { isBusy, failures, apply } = useAttachments(org, 'detachPolicies')
  const input = {
    params: { org, env_name: environment },
    body: { policy_names: [policy] },
  }
  const question = {
    action: 'detach' as const,
    policy_names: [policy],
    environments: [environment],
    snapshots: 20,
  }
  const detach = async () => {
    const attachment = { env_name: environment, policy_names: [policy] }
    if (await apply([attachment], question, `Detached ${policy} from ${environment}`)) onClose()
  }
  return (
    <Dialog title={`Detach ${policy} from ${environment}?`} place="wide" onClose={onClose}>
      <div className="grid gap-4 px-4 pb-4 text-table">
        <p>
          What runs there is judged without it from now on, and a snapshot says what changed.
          {isLast && ' It is the only one there: every verdict becomes unknown.'}
        </p>
        <EffectPreview org={org} question={question} isPaused={isBusy} />
        <Disclosure label="As API call">
          <CallBox call={curl('detachPolicies', input)} />
        </Disclosure>
        <Failures failures={failures} tried={1} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={isBusy} onClick={() => void detach()}>
            {isBusy ? 'Detaching' : 'Detach'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
