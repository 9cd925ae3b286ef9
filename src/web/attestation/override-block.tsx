import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Attestation, OverrideItem } from '#contract/attestation.ts'
import { TimeStamp } from '../ui/time.tsx'
import { verdictOf } from '../ui/verdict-mark.tsx'
import { VerdictWord } from '../ui/verdict-word.tsx'
import { attestationQuery } from './queries.ts'

/** What an override says beside what it overrides: the original is struck through, never removed. */
export function OverrideBlock(props: { org: string; attestation: Attestation }) {
  const { org, attestation } = props
  const otherId = attestation.is_override
    ? attestation.overridden_attestation_id
    : attestation.overridden_by
  const { data } = useQuery({
    ...attestationQuery(org, otherId ?? ''),
    enabled: Boolean(otherId),
  })
  if (!attestation.is_override && !otherId) return null
  const other = data ?? null
  const override = attestation.is_override ? attestation : other?.is_override ? other : null
  const original = attestation.is_override ? other : attestation
  return (
    <section aria-label="Override" className="grid gap-2 rounded-card border border-line p-3">
      <h3 className="text-meta font-medium text-muted">Override</h3>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table">
        {original ? (
          <del className="[&_span]:line-through">
            <VerdictWord
              verdict={verdictOf(original.reported_is_compliant ?? original.is_compliant)}
            />
          </del>
        ) : (
          <span className="text-muted">
            {otherId ? 'Original verdict' : 'Nothing was reported before'}
          </span>
        )}
        <span aria-hidden="true">→</span>
        <span className="sr-only">overridden by</span>
        {override && <VerdictWord verdict={verdictOf(override.new_compliance_status)} />}
      </p>
      {override && <Words override={override} />}
      {other && (
        <Link
          to="/$org/flows/$flow/trails/$trail"
          params={{ org, flow: other.flow_name, trail: other.trail_name }}
          search={{ attestation_id: other.attestation_id }}
          className="justify-self-start text-table text-accent underline"
        >
          {attestation.is_override ? 'Open the original' : 'Open the override'}
        </Link>
      )}
    </section>
  )
}

function Words(props: { override: OverrideItem }) {
  const { reason, reported_by, created_at } = props.override
  return (
    <>
      <p className="text-table wrap-anywhere whitespace-pre-line">{reason}</p>
      <p className="text-meta text-muted">
        By {reported_by}, <TimeStamp at={created_at} form="stamp" />
      </p>
    </>
  )
}
