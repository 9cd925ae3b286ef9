import { useState } from 'react'
import type { ControlImport } from '#contract/control/control-import.ts'
import { ActionDialog } from '../action/action-dialog.tsx'
import { useChange } from '../action/use-change.ts'
import { ApiError } from '../api/api-error.ts'
import { call, exchange } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { retryAfterSignIn } from '../api/expiry.ts'
import { refusalTexts } from '../api/refusal-texts.ts'
import { FileText } from '../form/file-text.tsx'
import { TextArea } from '../form/text-area.tsx'
import { plural } from '../ui/plural.ts'
import { ImportPreview } from './import-preview.tsx'

const example = `identifier,name,description,tags
RCTL-1,Code review,By somebody else,"soc2:CC8.1; owner:core"`

/** What an import would do, and the state of things that this was worked out in. */
interface Preview {
  plan: ControlImport
  etag: string
}

async function previewImport(org: string, csv: string): Promise<Preview> {
  const input = { params: { org }, body: { csv } }
  const response = await retryAfterSignIn(() => exchange('previewControlImport', input))
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
      call('importControls', { ...input, ifMatch: etag }).catch((error: unknown) => {
        isOutdated = error instanceof ApiError && error.status === 412
        throw error
      })
    if (await saving.run(send, `Imported ${plural(changing, 'control')}`)) onClose()
    else if (isOutdated) await look()
  }
  const countOf = (...actions: string[]) =>
    preview?.plan.rows.filter(({ action }) => actions.includes(action)).length ?? 0
  const changing = countOf('create', 'update')
  const isReady = preview !== null && changing > 0 && countOf('refused') === 0
  return (
    <ActionDialog
      title="Import controls"
      place="wide"
      action={
        !preview
          ? 'Preview'
          : changing === 0
            ? 'Nothing to import'
            : `Import ${plural(changing, 'control')}`
      }
      isBusy={isReading || saving.isBusy}
      failure={saving.failure ?? refusal?.whole}
      isIncomplete={csv.trim() === '' || (preview !== null && !isReady)}
      call={curl('importControls', { ...input, body: { csv: csv || example } })}
      onConfirm={() => void (isReady ? save(preview) : look())}
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
            Columns identifier, name, description and tags; other columns are left out, empty cells
            change nothing. Paste it, or{' '}
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
