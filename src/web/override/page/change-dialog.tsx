import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import {
  approveProposal,
  declineProposal,
  withdrawProposal,
} from '#contract/override/override-proposal.ts'
import {
  type RegisteredOverride,
  endOverride,
  setOverrideExpiry,
} from '#contract/override/override.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { type Draft, emptyDraft, endOf, endWithin, problemsOf } from '#web/override/form/draft.ts'
import { EndField } from '#web/override/form/end-field.tsx'
import { EndsAt } from '#web/override/override-parts.tsx'
import { type Change, settingsQuery } from '#web/override/queries.ts'
import { type Decision, DecisionDialog } from '#web/record/decision-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'
import { useNow } from '#web/ui/time.tsx'
import { ReasonDialog } from '#web/record/reason-dialog.tsx'
import { endText, extensionText, labelOf } from './effect-texts.ts'
import { ReviewDialog } from './review-dialog.tsx'

interface ChangeProps {
  org: string
  override: RegisteredOverride
  onClose: () => void
}

/** Asks for a reason, then changes an override or decides about a request. */
export default function ChangeDialog(props: ChangeProps & { change: Change }) {
  const { change, ...rest } = props
  const { org, override, onClose } = rest
  if (change === 'extend') return <ExtendDialog {...rest} />
  if (change === 'review') {
    return (
      <ReviewDialog org={org} ids={[override.override_id]} onDone={onClose} onClose={onClose} />
    )
  }
  return change === 'end' ? <EndDialog {...rest} /> : <DecideDialog decision={change} {...rest} />
}

function ExtendDialog({ org, override, onClose }: ChangeProps) {
  const settings = useQuery(settingsQuery(org)).data ?? settingDefaults.overrides
  // The rule for those whose end nobody says is none for one who does.
  const choices = { ...settings, default_days: null }
  const [own, setDraft] = useState<Draft | null>(null)
  const draft = own ?? {
    ...emptyDraft(choices, override.new_compliance_status),
    end: endWithin(choices, 7),
  }
  const { isBusy, failure, run } = useChange(org, 'override_expiry_set')
  const now = useNow()
  const input = (at: number) => ({
    params: { org, override_id: override.override_id },
    body: { expires_at: endOf(draft, at) ?? null, reason: draft.reason.trim() },
  })
  const { date } = problemsOf(draft, choices, { now, isTried: true })
  const save = async () => {
    const done = `Set when the override of ${override.attestation_name} ends`
    if (await run(() => call(setOverrideExpiry, input(Date.now() / 1_000)), done)) onClose()
  }
  return (
    <ReasonDialog
      title={`Change the expiry of the override of ${override.attestation_name}`}
      effect={extensionText(override)}
      action="Change expiry"
      reason={draft.reason}
      onReason={(reason) => setDraft({ ...draft, reason })}
      call={curl(setOverrideExpiry, input(now))}
      isBusy={isBusy}
      failure={failure}
      problem={date ?? null}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <EndField
        settings={choices}
        draft={draft}
        error={date}
        onChange={(end) => setDraft({ ...draft, ...end })}
      />
    </ReasonDialog>
  )
}

function EndDialog({ org, override, onClose }: ChangeProps) {
  const [reason, setReason] = useState('')
  const { isBusy, failure, run } = useChange(org, 'override_ended')
  const { override_id, attestation_name: name } = override
  const input = { params: { org, override_id }, body: { reason: reason.trim() } }
  const end = async () => {
    if (await run(() => call(endOverride, input), `Withdrew the override of ${name}`)) onClose()
  }
  return (
    <ReasonDialog
      title={`Withdraw the override of ${name}?`}
      effect={`${endText(override)} The override stays on record.`}
      action="Withdraw"
      reason={reason}
      onReason={setReason}
      call={curl(endOverride, input)}
      isBusy={isBusy}
      failure={failure}
      onConfirm={() => void end()}
      onClose={onClose}
    />
  )
}

const decisions = { approve: approveProposal, decline: declineProposal, withdraw: withdrawProposal }

function DecideDialog(props: ChangeProps & { decision: Decision }) {
  const { org, override, decision, onClose } = props
  const endpoint = decisions[decision]
  const { attestation_name: name, request, override_id } = override
  const proposal_id = request?.proposal_id ?? override_id
  return (
    <DecisionDialog
      org={org}
      decision={decision}
      kind="override_approved"
      subject={`the override of ${name}`}
      request={`the request for ${name}`}
      requestedBy={override.created_by}
      wanted={labelOf(override.new_compliance_status)}
      end={
        <>
          The override <EndsAt override={override} />.
        </>
      }
      description={override.reason}
      callWith={(reason) => {
        const input = { params: { org, proposal_id }, body: { reason } }
        return { shown: curl(endpoint, input), send: () => call(endpoint, input) }
      }}
      onClose={onClose}
    />
  )
}
