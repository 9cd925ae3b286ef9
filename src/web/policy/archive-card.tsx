import { useState } from 'react'
import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { FormError } from '../form/form-error.tsx'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'

/** Puts a policy away, after asking; not while it is attached. */
export function ArchiveCard(props: {
  org: string
  policy: string
  /** Where it is attached. */
  environments: readonly string[]
  refusal: string | null
}) {
  const { org, policy, environments } = props
  const [isAsking, setAsking] = useState(false)
  const attached =
    environments.length > 0
      ? `Attached to ${environments.join(', ')}: detach it there first.`
      : null
  const refusal = props.refusal ?? attached
  const input = { params: { org, policy_name: policy } }
  const { isBusy, failure, run } = useChange(org, 'policy_archived')
  const archive = async () => {
    if (await run(() => call('archivePolicy', input), `Archived ${policy}`)) setAsking(false)
  }
  return (
    <Card
      title="Archive"
      answer="The policy leaves the list and cannot be attached. It stays readable, and can be made active again."
    >
      <div className="grid gap-3 px-4 pt-3 pb-4">
        <div className="flex flex-wrap items-center gap-3">
          <Button disabled={refusal !== null} onClick={() => setAsking(true)}>
            Archive this policy
          </Button>
          <span className="text-meta text-muted wrap-anywhere">{refusal}</span>
        </div>
        <div className="text-table">
          <Disclosure label="As API call">
            <CallBox call={curl('archivePolicy', input)} />
          </Disclosure>
        </div>
      </div>
      {isAsking && (
        <Dialog title={`Archive ${policy}?`} onClose={() => setAsking(false)}>
          <div className="grid gap-4 px-4 pb-4 text-table">
            <p>No environment can have it attached from now on. Its versions stay readable.</p>
            <FormError message={failure ?? undefined} />
            <div className="flex justify-end gap-2">
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button kind="primary" disabled={isBusy} onClick={() => void archive()}>
                {isBusy ? 'Archiving' : 'Archive'}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </Card>
  )
}
