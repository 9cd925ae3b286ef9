import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RegisteredOverride } from '#contract/override/override.ts'
import type { Attention } from '#contract/overview/overview.ts'
import { verdictOf, verdicts, VerdictMark } from '#web/domain-ui/verdict.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { durationOf } from '#web/ui/time-text.ts'
import { TimeStamp, useNow, TimeAgo } from '#web/ui/time.tsx'
import { expiringOverridesQuery } from './queries.ts'
import type { Snooze } from './use-snooze.ts'

/** Overrides whose evidence counts again soon: part of what needs attention. */
export function ExpiringList({ org }: { org: string }) {
  const { data } = useQuery(expiringOverridesQuery(org))
  if (!data || data.data.length === 0) return null
  const more = data.pagination.total - data.data.length
  return (
    <section aria-label="Expiring overrides" className="border-t border-line">
      <h3 className="px-4 pt-2.5 pb-1 text-meta font-medium text-muted">
        Overrides that end within 7 days, the soonest first
      </h3>
      <ul className="text-table">
        {data.data.map((override) => (
          <Expiring key={override.override_id} org={org} override={override} />
        ))}
      </ul>
      {more > 0 && (
        <Link
          to="/$org/exceptions"
          params={{ org }}
          search={{ kind: ['override'], state: ['expiring'], sort: 'expires_at' }}
          className="block border-t border-line px-4 py-2 text-meta text-accent hover:underline max-md:py-3"
        >
          {more} more
        </Link>
      )}
    </section>
  )
}

function Expiring(props: { org: string; override: RegisteredOverride }) {
  const { org, override } = props
  const { attestation_name: name, flow_name, trail_name, original, expires_at } = override
  const now = useNow()
  const then = original
    ? `counts as ${verdicts[verdictOf(original.is_compliant)].label.toLowerCase()} again`
    : 'is missing again'
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 border-t border-line px-4 py-1">
      <Link
        to="/$org/overrides/$override"
        params={{ org, override: override.override_id }}
        className="font-medium text-text hover:underline max-md:py-3"
      >
        {name}
      </Link>
      <span className="min-w-0 flex-1 text-muted wrap-anywhere max-md:basis-full">
        {then}, {flow_name} / {trail_name}
      </span>
      {expires_at !== null && (
        <span className="text-muted">
          in {durationOf(Math.max(0, expires_at - now))}, <TimeStamp at={expires_at} form="stamp" />
        </span>
      )}
    </li>
  )
}

/** What the person signed in has put off; it stays counted everywhere. */
export function SnoozedList(props: { org: string; snoozed: Attention[]; snooze: Snooze }) {
  const { org, snoozed, snooze } = props
  return (
    <div className="border-t border-line px-4 py-2 text-table">
      <Disclosure label={`${snoozed.length} snoozed by you`}>
        <ul aria-label="Snoozed">
          {snoozed.map(({ environment_name: env, since, snoozed_at }) => (
            <li key={env} className="flex min-h-9 flex-wrap items-center gap-x-3">
              <Link
                to="/$org/environments/$env"
                params={{ org, env }}
                className="inline-flex min-w-0 items-center gap-1.5 font-medium text-non-compliant no-underline hover:underline max-md:min-h-11"
              >
                <VerdictMark verdict="non-compliant" />
                <span className="truncate">{env}</span>
              </Link>
              <span className="flex-1 text-muted">
                since <TimeAgo at={since} suffix />, snoozed <TimeAgo at={snoozed_at ?? 0} suffix />
              </span>
              <Button
                kind="quiet"
                size="small"
                disabled={snooze.isBusy}
                aria-label={`End snooze of ${env}`}
                onClick={() => snooze.end(env)}
              >
                End snooze
              </Button>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}
