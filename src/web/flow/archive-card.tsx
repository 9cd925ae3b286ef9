import { useState } from 'react'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { FormError } from '../form/form-error.tsx'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { useFlowChange } from './use-flow-change.ts'

/** Puts a flow away, after asking. */
export function ArchiveCard(props: { org: string; flow: string; refusal: string | null }) {
  const { org, flow, refusal } = props
  const [isAsking, setAsking] = useState(false)
  const params = { org, flow_name: flow }
  return (
    <Card
      title="Archive"
      answer="The flow leaves the lists and takes no more reports. It stays readable, and can be made active again."
    >
      <div className="grid gap-3 px-4 pt-3 pb-4">
        <div className="flex flex-wrap items-center gap-3">
          <Button disabled={refusal !== null} onClick={() => setAsking(true)}>
            Archive this flow
          </Button>
          <span className="text-meta text-muted">{refusal}</span>
        </div>
        <div className="text-table">
          <Disclosure label="As API call">
            <CallBox call={curl('archiveFlow', { params })} />
          </Disclosure>
        </div>
      </div>
      {isAsking && <ArchiveDialog org={org} flows={[flow]} onClose={() => setAsking(false)} />}
    </Card>
  )
}

/** Asks once more, then archives the flows one after the other. */
export function ArchiveDialog(props: {
  org: string
  flows: readonly string[]
  onClose: () => void
  onDone?: () => void
}) {
  const { org, flows, onClose } = props
  const { isBusy, failure, run } = useFlowChange(org, 'flow_archived')
  const what = flows.length === 1 ? flows[0] : `${flows.length} flows`
  const archive = async () => {
    const isDone = await run(async () => {
      for (const flow_name of flows) await call('archiveFlow', { params: { org, flow_name } })
    }, `Archived ${what}`)
    if (!isDone) return
    onClose()
    props.onDone?.()
  }
  return (
    <Dialog title={`Archive ${what}?`} onClose={onClose}>
      <div className="grid gap-4 px-4 pb-4 text-table">
        {flows.length > 1 && <p className="wrap-anywhere">{flows.join(', ')}</p>}
        <p>
          Pipelines that report to {flows.length === 1 ? 'it' : 'them'} will be refused from now on.
          Everything recorded stays readable.
        </p>
        <FormError message={failure ?? undefined} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={isBusy} onClick={() => void archive()}>
            {isBusy ? 'Archiving' : 'Archive'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
