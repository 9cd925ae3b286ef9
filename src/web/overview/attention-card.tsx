import { Link } from '@tanstack/react-router'
import type { Attention } from '#contract/overview.ts'
import { columnsOf, DataTable } from '../table/data-table.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TimeAgo } from '../ui/time.tsx'
import { VerdictMark } from '../ui/verdict-mark.tsx'
import { causeByWords } from '../ui/cause-words.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { ExpiringList } from './expiring-list.tsx'
import { SnoozedList } from './snoozed-list.tsx'
import { type Snooze, useSnooze } from './use-snooze.ts'

/** What is non-compliant, since when, by what, and where to go on: a queue, not totals. */
export function AttentionCard(props: { org: string; attention: Attention[]; total: number }) {
  const { org, attention, total } = props
  const snooze = useSnooze(org)
  useShortcuts([{ key: 'z', label: 'Snooze the environment of this row', run: snoozeFocused }])
  if (total === 0) {
    return (
      <Card title="Needs attention">
        <p className="px-4 pb-4 text-table text-muted">No environment is non-compliant.</p>
        <ExpiringList org={org} />
      </Card>
    )
  }
  const awake = attention.filter(({ snoozed_at }) => snoozed_at === null)
  const snoozed = attention.filter(({ snoozed_at }) => snoozed_at !== null)
  const count = attention.length < total ? `${attention.length} of ${total}` : `${total}`
  return (
    <Card title="Needs attention" remark={`${count}, oldest first`}>
      {awake.length > 0 ? (
        <DataTable
          caption="Environments that need attention"
          columns={columnsFor(org, snooze)}
          rows={awake}
          rowId={(row) => row.environment_name}
        />
      ) : (
        <p className="px-4 pb-3 text-table text-muted">You have snoozed all of them.</p>
      )}
      {snooze.failure && (
        <p role="alert" className="px-4 py-2 text-meta font-medium">
          {snooze.failure}
        </p>
      )}
      {snoozed.length > 0 && <SnoozedList org={org} snoozed={snoozed} snooze={snooze} />}
      <ExpiringList org={org} />
    </Card>
  )
}

/** Presses the button of the row that has the focus. */
function snoozeFocused() {
  const row = document.activeElement?.closest('tr')
  row?.querySelector<HTMLElement>('[data-snooze]')?.click()
}

const columnsFor = (org: string, snooze: Snooze) =>
  columnsOf<Attention>((column) => [
    column({
      id: 'what',
      header: 'What',
      meta: { width: 176, card: 'top' },
      cell: ({ row: { original } }) => (
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
      meta: { card: 'below' },
      cell: ({ row: { original } }) => <CauseText row={original} />,
    }),
    column({
      id: 'since',
      header: 'Since',
      meta: { width: 72, isNumber: true },
      cell: ({ row: { original } }) => <TimeAgo at={original.since} />,
    }),
    column({
      id: 'artifacts',
      header: 'Artifacts',
      meta: { width: 80, isNumber: true },
      cell: ({ row: { original } }) => (
        <Link
          to="/$org/environments/$env/running"
          params={{ org, env: original.environment_name }}
          search={{ verdict: ['NON-COMPLIANT'] }}
          className="text-text no-underline hover:underline"
        >
          {original.non_compliant_count}
          <span className="md:hidden">
            {original.non_compliant_count === 1 ? ' artifact' : ' artifacts'}
          </span>
        </Link>
      ),
    }),
    column({
      id: 'next',
      header: 'Next step',
      meta: { width: 136, card: 'end' },
      cell: ({ row: { original } }) => <NextStep org={org} row={original} />,
    }),
    column({
      id: 'snooze',
      header: () => <span className="sr-only">Snooze</span>,
      meta: { width: 96, isNumber: true },
      cell: ({ row: { original } }) => (
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

const shortName = (name: string) => name.replace(/^.*\//, '')

function CauseText({ row }: { row: Attention }) {
  const { member, artifact, cause } = row
  const flip = `Flipped by: ${causeByWords(cause)}`
  if (member) return <span title={flip}>Worst member is {member}</span>
  const text = artifact
    ? `${shortName(artifact.name)}: ${artifact.reason ?? causeByWords(cause)}`
    : causeByWords(cause)
  return (
    <span className="line-clamp-2 py-1 whitespace-normal" title={`${text}\n${flip}`}>
      {text}
      {cause && <span className="text-muted"> · {causeByWords(cause)}</span>}
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
