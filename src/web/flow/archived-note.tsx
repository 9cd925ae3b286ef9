import { call } from '../api/call.ts'
import { useRefusal } from '../api/permission.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { TimeStamp } from '../ui/time.tsx'
import { useFlowChange } from './use-flow-change.ts'

/** Says on every page of an archived flow that it can only be read, and how to change that. */
export function ArchivedNote(props: { org: string; flow: string; archivedAt: number | null }) {
  const { org, flow, archivedAt } = props
  const refusal = useRefusal('member')
  const { isBusy, failure, run } = useFlowChange(org, 'flow_put')
  if (archivedAt === null) return null
  const activate = () =>
    run(() => call('putFlow', { params: { org }, body: { name: flow } }), `${flow} is active again`)
  return (
    <Note
      action={
        <Button disabled={refusal !== null || isBusy} onClick={() => void activate()}>
          Make it active again
        </Button>
      }
    >
      <span className="font-medium">
        Archived on <TimeStamp at={archivedAt} form="stamp" />; read-only.
      </span>{' '}
      <span className="text-muted">{refusal ?? 'Reports to this flow are refused.'}</span>
      {failure && (
        <span role="alert" className="block font-medium">
          {failure}
        </span>
      )}
    </Note>
  )
}
