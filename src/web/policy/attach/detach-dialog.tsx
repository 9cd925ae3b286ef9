import { detachPolicies } from '#contract/environment/environment.ts'
import { curl } from '#web/api/curl.ts'
import { EffectPreview } from '#web/policy/effect/effect-preview.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useAttachments } from './use-attachments.tsx'

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
  const { isBusy, failures, apply } = useAttachments(org, detachPolicies)
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
    <ActionDialog
      takesAway
      title={`Detach ${policy} from ${environment}?`}
      position="wide"
      action={isBusy ? 'Detaching' : 'Detach'}
      isBusy={isBusy}
      failure={failures[0]?.message}
      call={curl(detachPolicies, input)}
      onConfirm={detach}
      onClose={onClose}
    >
      <p>
        From now on, what runs there is evaluated without it; a snapshot records what changes.
        {isLast && ' It is the only one there: every verdict becomes unknown.'}
      </p>
      <EffectPreview org={org} question={question} isPaused={isBusy} />
    </ActionDialog>
  )
}
