import { useState } from 'react'
import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { FormError } from '../form/form-error.tsx'
import { TypedName } from '../form/typed-name-field.tsx'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'

/** Deletes a service account with its keys, after its name was typed. */
export function DeleteCard(props: {
  org: string
  name: string
  /** How many of its keys work. */
  keyCount: number
  refusal: string | null
  onDeleted: () => void
}) {
  const { org, name, refusal, keyCount } = props
  const [isAsking, setAsking] = useState(false)
  const { isBusy, failure, run } = useChange(org, 'service_account_deleted')
  const input = { params: { org, name } }
  const remove = async () => {
    if (await run(() => call('deleteServiceAccount', input), `Deleted ${name}`)) props.onDeleted()
  }
  return (
    <Card
      title="Delete"
      answer="All its keys stop working at once. What it has reported stays under its name."
    >
      <div className="grid gap-3 px-4 pt-3 pb-4">
        <div className="flex flex-wrap items-center gap-3">
          <Button disabled={refusal !== null} onClick={() => setAsking(true)}>
            Delete this service account
          </Button>
          <span className="text-meta text-muted">{refusal}</span>
        </div>
        <div className="text-table">
          <Disclosure label="As API call">
            <CallBox call={curl('deleteServiceAccount', input)} />
          </Disclosure>
        </div>
      </div>
      {isAsking && (
        <Dialog title={`Delete ${name}?`} onClose={() => setAsking(false)}>
          <div className="grid gap-4 px-4 pb-4 text-table">
            <p>
              {keyCount === 0
                ? 'It has no key that works.'
                : keyCount === 1
                  ? 'The key that it has stops working.'
                  : `The ${keyCount} keys that it has stop working.`}
            </p>
            <FormError message={failure ?? undefined} />
            <TypedName
              what="name"
              name={name}
              action={isBusy ? 'Deleting' : 'Delete'}
              isBusy={isBusy}
              onConfirm={() => void remove()}
              onCancel={() => setAsking(false)}
            />
          </div>
        </Dialog>
      )}
    </Card>
  )
}
