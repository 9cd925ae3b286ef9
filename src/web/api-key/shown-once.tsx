import type { NewKey } from '#contract/api-key/api-key.ts'
import { Button } from '#web/ui/button.tsx'
import { CallBox } from '#web/ui/call-box.tsx'

/** A new key at the only time that it is shown, with a call that uses it. */
export function ShownOnce(props: { org: string; made: NewKey; onClose: () => void }) {
  const { key } = props.made
  const url = `${location.origin}/api/v2/flows/${encodeURIComponent(props.org)}`
  return (
    <div className="grid gap-4 px-4 pb-4 text-table">
      <p>
        <strong className="font-semibold">It is shown only now.</strong> Store it where the pipeline
        keeps its secrets. A key that is lost is rotated.
      </p>
      <div className="grid gap-1.5">
        <h3 className="font-medium">The key</h3>
        <CallBox call={key} what="Key" />
      </div>
      <div className="grid gap-1.5">
        <h3 className="font-medium">A call with it</h3>
        <CallBox call={`curl '${url}' \\\n  -H "Authorization: Bearer ${key}"`} />
      </div>
      <div className="flex justify-end">
        <Button kind="primary" onClick={props.onClose}>
          I have stored it
        </Button>
      </div>
    </div>
  )
}
