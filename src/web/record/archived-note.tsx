import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { Role } from '#contract/common/endpoint.ts'
import { useRefusal } from '#web/api/permission.ts'
import { Button } from '#web/ui/button.tsx'
import { handsOnFocus } from '#web/ui/hand-on-focus.ts'
import { Note } from '#web/ui/note.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { useChange } from './use-change.ts'

/** Note on every page of something archived: it can only be read, and how to change that. */
export function ArchivedNote(props: {
  org: string
  name: string
  one: string
  kind: AuditKind
  needs: Role
  archivedAt: number | null
  /** Sentence on what it refuses; about reports unless given. */
  consequence?: string
  /** Makes it active again. */
  activate: () => Promise<unknown>
}) {
  const { org, name, one, archivedAt } = props
  const refusal = useRefusal(props.needs)
  const { isBusy, failure, run } = useChange(org, props.kind)
  if (archivedAt === null) return null
  const activate = () => run(props.activate, `${name} is active again`)
  return (
    <div ref={handsOnFocus}>
      <Note
        action={
          <Button refusal={refusal} isBusy={isBusy} onClick={() => void activate()}>
            Make it active again
          </Button>
        }
      >
        <span className="font-medium">
          Archived on <TimeStamp at={archivedAt} form="stamp" />; read-only.
        </span>{' '}
        <span className="text-muted">
          {refusal ?? props.consequence ?? `Reports to this ${one} are refused.`}
        </span>
        {failure && (
          <span role="alert" className="block font-medium">
            {failure}
          </span>
        )}
      </Note>
    </div>
  )
}
