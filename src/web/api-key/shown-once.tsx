import { useState } from 'react'
import type { NewKey } from '#contract/api-key/api-key.ts'
import { Button } from '#web/ui/button.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { PickOne } from '#web/ui/pick-one.tsx'
import { type PipelineHost, pipelineHosts, pipelineSetup } from './pipeline-setup.ts'

/** A new key at the only time that it is shown, with what a pipeline needs besides. */
export function ShownOnce(props: { org: string; made: NewKey; onClose: () => void }) {
  const [at, setAt] = useState<PipelineHost>('shell')
  const { text, hint } = pipelineSetup(at, { host: location.origin, org: props.org })
  return (
    <div className="grid gap-4 px-4 pb-4 text-table">
      <p>
        <strong className="font-semibold">It is shown only once.</strong> Store it where the
        pipeline keeps its secrets. If a key is lost, rotate it.
      </p>
      <div className="grid gap-1.5">
        <h3 className="font-medium">The key</h3>
        <CallBox call={props.made.key} what="Key" />
      </div>
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-medium">In a pipeline</h3>
          <PickOne label="Where it runs" options={pipelineHosts} value={at} onPick={setAt} />
        </div>
        <CallBox call={text} what="Setup" />
        <p className="text-meta text-muted">{hint}</p>
      </div>
      <div className="flex justify-end">
        <Button kind="primary" onClick={props.onClose}>
          I have stored it
        </Button>
      </div>
    </div>
  )
}
