import { useState } from 'react'
import { plainReason } from '#contract/common/plain-reason.ts'
import {
  type ControlImport,
  importControls,
  previewControlImport,
} from '#contract/control/control-import.ts'
import { counted } from '#domain/common/counted.ts'
import { ApiError, refusalTexts } from '#web/api/api-error.ts'
import { call, exchange } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { TextArea } from '#web/form/field.tsx'
import { FileText } from '#web/form/file-text.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'

const example = `identifier,name,description,owner,tags
RCTL-1,Code review,By somebody else,Platform,"soc2:CC8.1; iso27001:A.8.28"`

/** Plan of an import, and the entity tag of the state that it was worked out in. */
interface Preview {
  plan: ControlImport
  etag: string
}

async function previewImport(org: string, csv: string): Promise<Preview> {
  const input = { params: { org }, body: { csv } }
  const response = await exchange(previewControlImport, input)
  return { plan: await response.json(), etag: response.headers.get('etag') ?? '' }
}

/** Takes controls from a CSV, once it was seen what that does row by row. */
export default function ImportDialog(props: { org: string; onClose: () => void }) {
  const { org, onClose } = props
  const [csv, setCsv] = useState('')
  const [preview, setPreview] = useState<Preview | null>(null)
  const [refusal, setRefusal] = useState<{ csv: string | null; whole: string | null } | null>(null)
  const [isReading, setReading] = useState(false)
  const saving = useChange(org, 'control_updated')
  const write = (text: string) => {
    setCsv(text)
    setPreview(null)
    setRefusal(null)
  }
  const look = async () => {
    setReading(true)
    setRefusal(null)
    try {
      setPreview(await previewImport(org, csv))
    } catch (error) {
      const { byField, whole } = refusalTexts(error, ['csv'])
      setRefusal({ csv: byField[0]?.[1] ?? null, whole })
    }
    setReading(false)
  }
  const input = { params: { org }, body: { csv } }
  const save = async ({ etag }: Preview) => {
    let isOutdated = false
    const send = () =>
      call(importControls, { ...input, ifMatch: etag }).catch((error: unknown) => {
        isOutdated = error instanceof ApiError && error.status === 412
        throw error
      })
    if (await saving.run(send, `Imported ${counted(changing, 'control')}`)) onClose()
    else if (isOutdated) await look()
  }
  const countOf = (...actions: string[]) =>
    preview?.plan.rows.filter(({ action }) => actions.includes(action)).length ?? 0
  const changing = countOf('create', 'update')
  const isReady = preview !== null && changing > 0 && countOf('refused') === 0
  return (
    <ActionDialog
      title="Import controls"
      position="wide"
      action={
        !preview
          ? 'Preview'
          : changing === 0
            ? 'Nothing to import'
            : `Import ${counted(changing, 'control')}`
      }
      isBusy={isReading || saving.isBusy}
      failure={saving.failure ?? refusal?.whole}
      isIncomplete={csv.trim() === '' || (preview !== null && !isReady)}
      call={curl(importControls, { ...input, body: { csv: csv || example } })}
      onConfirm={() => (isReady ? save(preview) : look())}
      onClose={onClose}
    >
      <TextArea
        label="CSV"
        isCode
        rows={6}
        spellCheck={false}
        placeholder={example}
        hint={
          <>
            Columns identifier, name, description, owner and tags; other columns are left out, empty
            cells change nothing. Paste it, or{' '}
            <FileText label="read a file" accept=".csv,.tsv,.txt,text/csv" onText={write} />
          </>
        }
        error={refusal?.csv ?? null}
        value={csv}
        onChange={(event) => write(event.currentTarget.value)}
      />
      {preview && <ImportPreview plan={preview.plan} />}
    </ActionDialog>
  )
}

type Row = ControlImport['rows'][number]

const actions = {
  refused: { verdict: 'non-compliant', label: 'Refused', many: 'refused' },
  create: { verdict: 'compliant', label: 'New', many: 'new' },
  update: { verdict: 'compliant', label: 'Changed', many: 'changed' },
  unchanged: { verdict: 'missing', label: 'Unchanged', many: 'unchanged' },
} as const
const inOrder = ['refused', 'create', 'update', 'unchanged'] as const

/** Plan of an import, row by row; what keeps it out comes first. */
export function ImportPreview({ plan }: { plan: ControlImport }) {
  const rowsOf = (action: Row['action']) => plan.rows.filter((row) => row.action === action)
  const counts = inOrder.flatMap((action) => {
    const count = rowsOf(action).length
    return count > 0 ? [`${count} ${actions[action].many}`] : []
  })
  const isRefused = rowsOf('refused').length > 0
  return (
    <section aria-label="Preview" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p role="status">
        {counts.join(', ') || 'There is no row below the heading'}.
        {isRefused && ' Nothing is imported until every row can be.'}
        {plan.ignored_columns.length > 0 && (
          <span className="wrap-anywhere text-muted">
            {' '}
            Left out: {plan.ignored_columns.join(', ')}.
          </span>
        )}
      </p>
      {plan.rows.length > 0 && (
        <div
          className="max-h-72 overflow-y-auto rounded-base border border-line"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by the keyboard
          tabIndex={0}
          role="region"
          aria-label="Rows"
        >
          <ul>
            {inOrder.flatMap((action) =>
              rowsOf(action).map((row) => <RowItem key={row.row} row={row} />),
            )}
          </ul>
        </div>
      )}
    </section>
  )
}

function RowItem({ row }: { row: Row }) {
  const { verdict, label } = actions[row.action]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_7rem] gap-x-3 border-b border-line px-3 py-1.5 last:border-b-0">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium">{row.identifier || 'No identifier'}</span>{' '}
        <span className="text-muted">row {row.row}</span>
      </p>
      <VerdictLabel verdict={verdict} label={label} />
      <ul className="col-span-2 text-meta wrap-anywhere text-muted">
        {row.problems.map(({ column, rule, value }) => (
          <li key={column + rule}>
            <span className="text-text">{column}</span>: {plainReason(rule, value ?? undefined)}
            {value !== null && <>; it says “{value}”</>}
          </li>
        ))}
        {row.changes.map(({ field, before, after }) => (
          <li key={field}>
            <span className="text-text">{field}</span>:{' '}
            {before !== null && <>{before || 'none'} → </>}
            {after}
          </li>
        ))}
      </ul>
    </li>
  )
}
