import { useState } from 'react'
import { deleteServiceAccount } from '#contract/service-account/service-account.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { FormError } from '#web/form/form-error.tsx'
import { TypedName } from '#web/form/typed-name-field.tsx'
import { useChange } from '#web/record/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'

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
    if (await run(() => call(deleteServiceAccount, input), `Deleted ${name}`)) props.onDeleted()
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
            <CallBox call={curl(deleteServiceAccount, input)} />
          </Disclosure>
        </div>
      </div>
      {isAsking && (
        <Dialog isAlert title={`Delete ${name}?`} onClose={() => setAsking(false)}>
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
