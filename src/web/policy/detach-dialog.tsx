import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { FormError } from '../form/form-error.tsx'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'

/** Takes a policy off an environment, after asking. */
export default function DetachDialog(props: {
  org: string
  environment: string
  policy: string
  /** No other policy is attached there; undefined where nobody knows. */
  isLast?: boolean
  onClose: () => void
}) {
  const { org, environment, policy, isLast, onClose } = props
  const { isBusy, failure, run } = useChange(org, 'policies_changed')
  const input = {
    params: { org, env_name: environment },
    body: { policy_names: [policy] },
  }
  const detach = async () => {
    const done = `Detached ${policy} from ${environment}`
    if (await run(() => call('detachPolicies', input), done)) onClose()
  }
  return (
    <Dialog title={`Detach ${policy} from ${environment}?`} onClose={onClose}>
      <div className="grid gap-4 px-4 pb-4 text-table">
        <p>
          What runs there is judged without it from now on, and a snapshot says what changed.
          {isLast && ' It is the only one there: every verdict becomes unknown.'}
        </p>
        <Disclosure label="As API call">
          <CallBox call={curl('detachPolicies', input)} />
        </Disclosure>
        <FormError message={failure ?? undefined} />
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
