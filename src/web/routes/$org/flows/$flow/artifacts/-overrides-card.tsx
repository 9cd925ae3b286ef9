import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ArtifactSlot } from '#contract/artifact/artifact.ts'
import { counted } from '#domain/common/counted.ts'
import { BeforeAfter, EndsAt } from '#web/override/override-parts.tsx'
import { overrideQuery } from '#web/override/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import { DayStamp } from '#web/ui/time.tsx'

/** More than these are read on the pages of their evidence. */
const maxShown = 5

/** The overrides that count for an artifact: what they turn, why, by whom and until when. */
export default function OverridesCard(props: { org: string; slots: readonly ArtifactSlot[] }) {
  const { org } = props
  const overridden = props.slots.filter((slot) => slot.is_override && slot.attestation_id !== null)
  const shown = overridden.slice(0, maxShown)
  const queries = useQueries({
    queries: shown.map(({ attestation_id }) => overrideQuery(org, attestation_id ?? '')),
  })
  return (
    <Card title="Exceptions" remark={counted(overridden.length, 'override')}>
      <ul className="border-t border-line text-table">
        {shown.map((slot, index) => {
          const override = queries[index]?.data?.override
          return (
            <li
              key={slot.attestation_id}
              className="grid gap-1 border-b border-line px-4 py-3 last:border-b-0"
            >
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <Link
                  to="/$org/overrides/$override"
                  params={{ org, override: slot.attestation_id ?? '' }}
                  className="min-w-0 font-medium text-text wrap-anywhere hover:underline max-md:-my-3 max-md:py-3"
                >
                  {slot.attestation_name}
                </Link>
                {override && (
                  <span className="text-meta text-muted">
                    <EndsAt override={override} />
                  </span>
                )}
              </p>
              {override ? (
                <>
                  <BeforeAfter override={override} />
                  <p className="wrap-anywhere">{override.reason}</p>
                  <p className="text-meta text-muted">
                    {override.created_by}, <DayStamp at={override.created_at} />
                  </p>
                </>
              ) : queries[index]?.isError ? (
                <p className="text-meta text-muted">Its reason could not be loaded.</p>
              ) : (
                <Bone width={200} />
              )}
            </li>
          )
        })}
      </ul>
      {overridden.length > maxShown && (
        <p className="border-t border-line px-4 py-2.5 text-meta text-muted">
          and {overridden.length - maxShown} more, in the evidence
        </p>
      )}
    </Card>
  )
}
