import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { stateLabels } from '#web/domain-ui/override-state-labels.ts'
import { verdictOf, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { ticketOf } from '#web/domain-ui/ticket.ts'
import { EndsAt, StateLabel } from '#web/override/override-parts.tsx'
import { overrideQuery } from '#web/override/queries.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { ChangeRefusals, OverrideActions } from './actions.tsx'

const isEnd = (kind: string) => kind === 'expired' || kind === 'withdrawn' || kind === 'restored'

const linkClass = 'text-meta text-accent hover:underline max-md:-my-3 max-md:py-3'

/** An override beside what it overrides: the original is struck through, never removed. */
export default function OverrideBlock(props: { org: string; overrideId: string }) {
  const { org, overrideId } = props
  const query = useQuery(overrideQuery(org, overrideId))
  const override = query.data?.override
  if (!override) {
    return (
      <section aria-label="Override" className="rounded-card border border-line px-4 py-3">
        {query.isError ? (
          <LoadFailed what="The override" frame="none" onRetry={query.refetch} />
        ) : (
          <Bone width={260} />
        )}
      </section>
    )
  }
  const { original, reason, created_by, approved_by, created_at, state, is_in_effect } = override
  const ticket = ticketOf(override)
  const end = query.data?.history.find(({ kind }) => isEnd(kind))
  return (
    <section aria-label="Override" className="rounded-card border border-line-strong text-table">
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 px-4 py-2.5">
        <Side label="Evidence">
          {original ? (
            <del className={is_in_effect ? '[&_span]:line-through' : 'no-underline'}>
              <VerdictLabel verdict={verdictOf(original.is_compliant)} />
            </del>
          ) : (
            <span className="text-muted">Nothing was reported before</span>
          )}
        </Side>
        <Icon of={ArrowRight} className="text-muted" />
        <Side label="Override">
          <span className="sr-only">overridden by</span>
          <VerdictLabel verdict={verdictOf(override.new_compliance_status)} />
        </Side>
      </div>
      <div className="grid gap-2 border-t border-line px-4 py-2.5">
        <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
        <p className="flex flex-wrap gap-x-1.5 text-meta text-muted">
          <span>{created_by},</span>
          <span>
            <TimeStamp at={created_at} form="stamp" />
          </span>
          {approved_by && <span>· approved by {approved_by}</span>}
          {ticket && (
            <span>
              · <SafeLink href={ticket.href}>{ticket.label}</SafeLink>
            </span>
          )}
          <span>
            · <EndsAt override={override} />
          </span>
          <span>
            · <StateLabel state={state} />
          </span>
          {state === 'replaced' && <span>· a later report or override counts instead</span>}
        </p>
        {end && (
          <p className="wrap-anywhere">
            {stateLabels[state]} {end.kind === 'expired' ? 'automatically' : `by ${end.by}`},{' '}
            <TimeStamp at={end.at} form="stamp" />
            {end.reason && `: ${end.reason}`}
          </p>
        )}
        <p className="flex flex-wrap items-center gap-2">
          <OverrideActions org={org} override={override} isBeside />
          <Link
            to="/$org/overrides/$override"
            params={{ org, override: override.override_id }}
            className={linkClass}
          >
            Register entry
          </Link>
          <ChangeRefusals override={override} />
        </p>
      </div>
    </section>
  )
}

const Side = (props: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <p className="text-meta text-muted">{props.label}</p>
    {props.children}
  </div>
)
