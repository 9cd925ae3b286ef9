import type { OverrideEffect } from '#contract/override/override-effect.ts'
import type { RegisteredOverride } from '#contract/override/override.ts'
import { verdictOf, verdicts } from '#web/domain-ui/verdict.tsx'
import { ImpactList, standstillText } from '#web/override/form/impact-list.tsx'
import { Card } from '#web/ui/card.tsx'
import { TimeStamp } from '#web/ui/time.tsx'

/** Impact of an override when it was made, as it was kept then. */
export function RecordedImpact(props: {
  org: string
  override: RegisteredOverride
  impact: OverrideEffect | null
}) {
  const { org, override, impact } = props
  const title = titleOf(override)
  if (!impact) {
    return (
      <Card title={title}>
        <p className="px-4 pb-3 text-table text-muted">
          Not recorded: it was made before impact was recorded.
        </p>
      </Card>
    )
  }
  const { new_compliance_status: to, attestation_name: name } = override
  const label = verdicts[verdictOf(to)].label.toLowerCase()
  return (
    <Card
      title={title}
      remark={
        <>
          recorded <TimeStamp at={impact.evaluated_at} form="stamp" />
        </>
      }
    >
      {impact.standstill && (
        <p className="px-4 pb-3 text-table">{standstillText(impact.standstill, label)}</p>
      )}
      <ImpactList
        org={org}
        flow={override.flow_name}
        effect={impact}
        own={{ name, from: countedBefore(override, impact), to }}
        isDone={!override.is_request}
      />
    </Card>
  )
}

function titleOf({ is_request, state }: RegisteredOverride): string {
  if (!is_request) return 'What it changed'
  return state === 'requested' ? 'What it would change' : 'What it would have changed'
}

/** Verdict before; where that was not kept, the evidence's own stands for it. */
function countedBefore(override: RegisteredOverride, impact: OverrideEffect): boolean | null {
  if (impact.counted_as !== undefined) return impact.counted_as
  const { new_compliance_status, original } = override
  return impact.standstill === 'same_verdict'
    ? new_compliance_status
    : (original?.is_compliant ?? null)
}
