import { Link } from '@tanstack/react-router'
import type { Attention } from '#contract/overview/overview.ts'
import { causeByLabels } from '#web/domain-ui/cause-labels.ts'
import { timeColumn } from '#web/domain-ui/columns.tsx'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { Button } from '#web/ui/button.tsx'
import { type FailingRule, RuleCause, RuleLink, RuleStep } from './failing-rule.tsx'
import { type SilentRow, SilentCause, SilentLink, SilentStep } from './silent-row.tsx'
import type { Snooze } from './use-snooze.ts'

/** What needs attention: an environment that fails or is silent, or a notification that does not arrive. */
export type AttentionRow = Attention | FailingRule | SilentRow

export const isSilent = (row: AttentionRow): row is SilentRow => 'stale_at' in row
export const isRule = (row: AttentionRow): row is FailingRule => 'number' in row

/** Columns of the queue of what needs attention. */
export const attentionColumns = (org: string, snooze: Snooze) =>
  columnsOf<AttentionRow>((column) => [
    column({
      id: 'what',
      header: 'What',
      meta: { card: 'top' },
      cell: ({ row: { original } }) =>
        isRule(original) ? (
          <RuleLink org={org} rule={original} />
        ) : isSilent(original) ? (
          <SilentLink org={org} row={original} />
        ) : (
          <Link
            to="/$org/environments/$env"
            params={{ org, env: original.environment_name }}
            data-row-link
            className="inline-flex max-w-full items-center gap-1.5 font-medium text-non-compliant no-underline hover:underline"
          >
            <VerdictMark verdict="non-compliant" />
            <span className="truncate" title={original.environment_name}>
              {original.environment_name}
            </span>
          </Link>
        ),
    }),
    column({
      id: 'cause',
      header: 'Cause',
      meta: { shrinksTo: 200, grows: true, card: 'below' },
      cell: ({ row: { original } }) =>
        isRule(original) ? (
          <RuleCause rule={original} />
        ) : isSilent(original) ? (
          <SilentCause row={original} />
        ) : (
          <CauseText row={original} />
        ),
    }),
    timeColumn<AttentionRow>({ id: 'since', header: 'Since' }, ({ since }) => since),
    column({
      id: 'artifacts',
      header: 'Artifacts',
      meta: { isNumber: true, leaves: 1 },
      cell: ({ row: { original } }) =>
        !isRule(original) && (
          <Link
            to="/$org/environments/$env/running"
            params={{ org, env: original.environment_name }}
            search={isSilent(original) ? {} : { verdict: ['NON-COMPLIANT'] }}
            className="text-text no-underline hover:underline"
          >
            {countOf(original)}
            <span className="md:hidden">
              {countOf(original) === 1 ? ' artifact' : ' artifacts'}
            </span>
          </Link>
        ),
    }),
    column({
      id: 'next',
      header: 'Next step',
      meta: { card: 'end' },
      cell: ({ row: { original } }) =>
        isRule(original) ? (
          <RuleStep org={org} rule={original} />
        ) : isSilent(original) ? (
          <SilentStep org={org} row={original} />
        ) : (
          <NextStep org={org} row={original} />
        ),
    }),
    column({
      id: 'snooze',
      header: () => <span className="sr-only">Snooze</span>,
      meta: { isNumber: true },
      cell: ({ row: { original } }) =>
        !isRule(original) &&
        !isSilent(original) && (
          <Button
            kind="quiet"
            size="small"
            data-snooze
            disabled={snooze.isBusy}
            aria-label={`Snooze ${original.environment_name}`}
            title="Snooze for me, until it complies or something else fails (z)"
            onClick={(event) => snooze.put(original.environment_name, event.currentTarget)}
          >
            Snooze
          </Button>
        ),
    }),
  ])

/** Artifacts that fail there, or of which nobody hears. */
const countOf = (row: Attention | SilentRow) =>
  isSilent(row) ? row.running_count : row.non_compliant_count

const shortName = (name: string) => name.replace(/^.*\//, '')

function CauseText({ row }: { row: Attention }) {
  const { member, artifact, cause } = row
  const flip = `Flipped by: ${causeByLabels(cause)}`
  if (member) return <span title={flip}>Worst member is {member}</span>
  const text = artifact
    ? `${shortName(artifact.name)}: ${artifact.reason ?? causeByLabels(cause)}`
    : causeByLabels(cause)
  return (
    <span className="line-clamp-2 py-1 whitespace-normal" title={`${text}\n${flip}`}>
      {text}
      {cause && <span className="text-muted"> · {causeByLabels(cause)}</span>}
    </span>
  )
}

function NextStep({ org, row }: { org: string; row: Attention }) {
  const className = 'text-accent no-underline hover:underline truncate'
  if (row.member) {
    return (
      <Link
        to="/$org/environments/$env"
        params={{ org, env: row.member }}
        className={className}
        title={`Open ${row.member}`}
      >
        Open {row.member}
      </Link>
    )
  }
  return (
    <Link
      to="/$org/environments/$env/running"
      params={{ org, env: row.environment_name }}
      search={{ why: 'environment' }}
      className={className}
      aria-label={`Why ${row.environment_name} is non-compliant`}
    >
      Why
    </Link>
  )
}
