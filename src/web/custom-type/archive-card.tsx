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

/** Puts a custom attestation type away, after asking. */
export function ArchiveCard(props: { org: string; type: string; refusal: string | null }) {
  const { org, type, refusal } = props
  const [isAsking, setAsking] = useState(false)
  const input = { params: { org, type_name: type } }
  const { isBusy, failure, run } = useChange(org, 'custom_type_archived')
  const archive = async () => {
    if (await run(() => call('archiveCustomType', input), `Archived ${type}`)) setAsking(false)
  }
  return (
    <Card
      title="Archive"
      answer="Evidence of the type is refused from then on. What was reported stays, and a new version makes it active again."
    >
      <div className="grid gap-3 px-4 pt-3 pb-4">
        <div className="flex flex-wrap items-center gap-3">
          <Button disabled={refusal !== null} onClick={() => setAsking(true)}>
            Archive this type
          </Button>
          <span className="text-meta text-muted wrap-anywhere">{refusal}</span>
        </div>
        <div className="text-table">
          <Disclosure label="As API call">
            <CallBox call={curl('archiveCustomType', input)} />
          </Disclosure>
        </div>
      </div>
      {isAsking && (
        <Dialog title={`Archive ${type}?`} onClose={() => setAsking(false)}>
          <div className="grid gap-4 px-4 pb-4 text-table">
            <p>
              Pipelines that report evidence of it will fail. Everything recorded stays readable.
            </p>
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
