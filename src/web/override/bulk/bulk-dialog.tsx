import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { type OverrideResult, makeOverrides } from '#contract/override/bulk-override.ts'
import { counted } from '#domain/common/counted.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { TextArea } from '#web/form/field.tsx'
import { type Draft, emptyDraft, problemsOf } from '#web/override/form/draft.ts'
import { TicketAndEnd } from '#web/override/form/end-field.tsx'
import { VerdictChoice } from '#web/override/form/verdict-choice.tsx'
import { settingsQuery } from '#web/override/queries.ts'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useNow } from '#web/ui/time.tsx'
import { bulkBodyOf, bulkChangeText, bulkImpactQuery, resultText, rowText } from './bulk-draft.ts'
import { BulkResults, BulkRows } from './bulk-results.tsx'

/** Overrides several attestations for one reason, knowing first what each flips. */
export default function BulkDialog(props: {
  org: string
  rows: readonly Attestation[]
  onClose: () => void
  /** Called with the ids of what was overridden or asked for. */
  onDone: (ids: readonly string[]) => void
}) {
  const { org, rows, onClose, onDone } = props
  const settings = useQuery(settingsQuery(org)).data ?? settingDefaults.overrides
  const [own, setDraft] = useState<Draft | null>(null)
  const draft = own ?? emptyDraft(settings, null)
  const [isTried, setTried] = useState(false)
  const [results, setResults] = useState<readonly OverrideResult[] | null>(null)
  const { isBusy, failure, run } = useChange(org, 'attestation_overridden')
  const impact = useQuery(bulkImpactQuery(org, rows, draft))
  const now = useNow()
  const problems = problemsOf(draft, settings, { now, isTried })
  const change = (fields: Partial<Draft>) => setDraft({ ...draft, ...fields })

  async function submit() {
    setTried(true)
    const at = Date.now() / 1_000
    if (Object.keys(problemsOf(draft, settings, { now: at, isTried: true })).length > 0) return
    const input = { params: { org }, body: bulkBodyOf(rows, draft, at) }
    let made: readonly OverrideResult[] = []
    const send = async () => {
      made = (await call(makeOverrides, input)).results
    }
    if (!(await run(send, 'Done'))) return
    setResults(made)
    onDone(rows.filter((_row, index) => !made[index]?.error).map((row) => row.attestation_id))
  }

  if (results) {
    return (
      <Dialog title={resultText(results)} position="wide" onClose={onClose}>
        <BulkResults org={org} rows={rows} results={results} verdict={draft.verdict ?? false} />
        <footer className="flex justify-end border-t border-line p-4">
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </footer>
      </Dialog>
    )
  }
  return (
    <ActionDialog
      title={`Override ${counted(rows.length, 'attestation')}`}
      position="wide"
      action={isBusy ? 'Sending' : `Override ${rows.length}`}
      isBusy={isBusy}
      failure={failure}
      call={curl(makeOverrides, { params: { org }, body: bulkBodyOf(rows, draft, now) })}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <VerdictChoice
        value={draft.verdict}
        error={problems.verdict}
        onChange={(verdict) => change({ verdict })}
      />
      <TextArea
        label="Reason for all of them"
        required
        rows={2}
        value={draft.reason}
        error={problems.reason ?? null}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      <TicketAndEnd settings={settings} draft={draft} problems={problems} onChange={change} />
      <div className="grid gap-1.5">
        <p className="text-table font-medium" aria-live="polite">
          What this changes
          <span className="font-normal text-muted">
            {': '}
            {impact.isError
              ? 'could not be loaded'
              : bulkChangeText(rows, draft.verdict, impact.data)}
          </span>
        </p>
        <BulkRows
          label="Chosen attestations"
          rows={rows}
          verdict={draft.verdict}
          keeps={(index) => Boolean(impact.data?.rows[index]?.error)}
          renderText={(index) => {
            const row = impact.data?.rows[index]
            return draft.verdict !== null && row ? rowText(row) : ''
          }}
        />
      </div>
    </ActionDialog>
  )
}
