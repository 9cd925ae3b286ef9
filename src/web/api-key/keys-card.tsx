import { useState } from 'react'
import type { KeySummary } from '#contract/api-key/api-key.ts'
import { counted } from '#domain/common/counted.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { keyColumns } from './columns.tsx'
import { isWorking } from './key-labels.tsx'
import type { KeyOwner } from './key-owner.ts'

const NewKeyDialog = lazyPart(() => import('./new-key-dialog.tsx'))
const RotateDialog = lazyPart(() => import('./rotate-dialog.tsx'))
const RevokeDialog = lazyPart(() => import('./revoke-dialog.tsx'))

type Asking = { what: 'new' } | { what: 'rotate' | 'revoke'; id: string }

/** Keys with what can be done to them: made, rotated, revoked. */
export function KeysCard(props: {
  title: string
  owner: KeyOwner
  keys: readonly KeySummary[]
  /** When the service was asked about them, in Unix seconds. */
  asOf: number
  refusal: string | null
  /** Where and after how many days keys are refused. */
  ageRules: readonly { org: string; days: number | null }[]
  /** Text where there is none. */
  empty: string
}) {
  const { owner, keys, refusal, ageRules } = props
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  // Who ends a key wants to know whether it is in use: what the page knows may be old.
  const askAbout = (what: 'rotate' | 'revoke', { id }: KeySummary) => {
    setAsking({ what, id })
    void owner.reread()
  }
  const chosen = asking && 'id' in asking ? keys.find(({ id }) => id === asking.id) : undefined
  const working = keys.filter(isWorking)
  const ended = keys.filter((key) => !isWorking(key))
  const newest = working.find((key) => key.state !== 'rotating')
  useShortcuts([
    {
      key: 'r',
      label: 'Rotate the newest key',
      run: () => newest && refusal === null && askAbout('rotate', newest),
    },
  ])
  return (
    <Card
      title={props.title}
      remark={
        <>
          {keys.length > 0 && counted(working.length, 'working key')}
          {ageRules.map(
            ({ org, days }) =>
              days !== null && `, refused in ${org} ${counted(days, 'day')} after they were made`,
          )}
        </>
      }
      actions={
        <Button size="small" refusal={refusal} onClick={() => setAsking({ what: 'new' })}>
          New key
        </Button>
      }
    >
      {keys.length === 0 ? (
        <p className="border-t border-line px-4 py-3 text-table text-muted">
          {refusal ?? props.empty}
        </p>
      ) : (
        <div className="border-t border-line">
          <DataTable
            caption={props.title}
            columns={keyColumns({
              refusal,
              onRotate: (key) => askAbout('rotate', key),
              onRevoke: (key) => askAbout('revoke', key),
            })}
            rows={[...working, ...ended]}
            rowId={(key) => key.id}
          />
        </div>
      )}
      {asking?.what === 'new' && <NewKeyDialog owner={owner} onClose={close} />}
      {asking?.what === 'rotate' && chosen && (
        <RotateDialog owner={owner} of={chosen} asOf={props.asOf} onClose={close} />
      )}
      {asking?.what === 'revoke' && chosen && (
        <RevokeDialog owner={owner} of={chosen} asOf={props.asOf} onClose={close} />
      )}
    </Card>
  )
}
