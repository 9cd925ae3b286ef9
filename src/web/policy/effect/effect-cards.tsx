import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { EnvironmentEffect } from '#contract/policy/policy-effect.ts'
import { counted } from '#domain/common/counted.ts'
import { Fingerprint, ImageName } from '#web/domain-ui/fingerprint.tsx'
import { verdictOfRunning, VerdictStep, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { Card } from '#web/ui/card.tsx'
import { emptyCell } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { WithCode } from '#web/ui/with-code.tsx'
import { type Effect, type Flip, environmentText, ruleText } from './effect-text.ts'

/** All that a change would do: by environment, by rule, and each artifact that flips. */
export default function EffectCards(props: { org: string; effect: Effect }) {
  const { org, effect } = props
  const { environments, rules, flips } = effect
  if (environments.length === 0) return null
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card
        title="Environments"
        remark={effect.has_more_environments && `the first ${environments.length}`}
      >
        <DataTable
          caption="Environments"
          columns={environmentColumns(org)}
          rows={environments}
          rowId={({ name }) => name}
        />
      </Card>
      {rules.length > 0 && (
        <Card title="Rules that decide" remark="those of the most flips first">
          <ul aria-label="Rules that decide" className="border-t border-line text-table">
            {rules.map(({ policy_name, policy_version, line, text, flip_count }) => (
              <li
                key={`${policy_name}/${policy_version}/${line}/${text}`}
                className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line px-4 py-1.5 last:border-b-0"
              >
                <span className="min-w-0 flex-1 wrap-anywhere max-md:basis-full">
                  <WithCode text={text} />
                </span>
                <span className="text-meta text-muted">
                  {policy_name}, version {policy_version}, line {line}
                </span>
                <span>{counted(flip_count, 'flip')}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {flips.length > 0 && (
        <Card
          title="Artifacts that flip"
          remark={effect.has_more ? `the first ${flips.length}` : String(flips.length)}
        >
          <DataTable
            caption="Artifacts that flip"
            columns={flipColumns(org, effect)}
            rows={flips}
            rowId={({ environment_name, name, fingerprint }) =>
              `${environment_name}/${fingerprint}/${name}`
            }
          />
        </Card>
      )}
    </div>
  )
}

function EnvironmentName(props: { org: string; name: string }) {
  return (
    <Link
      to="/$org/environments/$env/running"
      params={{ org: props.org, env: props.name }}
      className="truncate font-medium text-text hover:underline max-md:py-3"
    >
      {props.name}
    </Link>
  )
}

/** A verdict that stays, or the one that would take its place. */
function Change(props: { from: boolean | null; to: boolean | null }) {
  const [from, to] = [verdictOfRunning(props.from), verdictOfRunning(props.to)]
  return from === to ? <VerdictLabel verdict={from} /> : <VerdictStep from={from} to={to} />
}

/** Columns of the environments that a change was tried in. */
export const environmentColumns = (org: string) =>
  columnsOf<EnvironmentEffect>((column) => [
    column({
      id: 'name',
      header: 'Environment',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => <EnvironmentName org={org} name={original.name} />,
    }),
    column({
      id: 'state',
      header: 'Verdict',
      cell: ({ row: { original } }) =>
        original.problem ? emptyCell : <Change {...original.state} />,
    }),
    column({
      id: 'text',
      header: 'What changes',
      meta: { shrinksTo: 160, grows: true, card: 'below' },
      cell: ({ row: { original } }) => (
        <span className="max-md:whitespace-normal" title={environmentText(original)}>
          {environmentText(original)}
        </span>
      ),
    }),
    column({
      id: 'past',
      header: 'Earlier flips',
      meta: { isNumber: true, hideOrder: 1, card: 'none' },
      cell: ({ row: { original } }) => original.past_flip_count,
    }),
    column({
      id: 'days',
      header: 'Non-compliant on',
      meta: { isNumber: true, card: 'last' },
      cell: ({ row: { original } }) => <Days effect={original} />,
    }),
  ])

function Days(props: { effect: EnvironmentEffect }) {
  const { snapshots, days } = props.effect
  if (!snapshots) return emptyCell
  return (
    <span title={`Snapshots ${snapshots.first} to ${snapshots.last}`}>
      {days.red.from !== days.red.to && (
        <>
          {days.red.from} <Icon of={ArrowRight} small className="inline text-muted" />
          <span className="sr-only"> would be </span>
        </>
      )}{' '}
      <span className="font-medium">{days.red.to}</span> of {counted(days.covered, 'day')}
    </span>
  )
}

/** Columns of the artifacts that flip. */
export const flipColumns = (org: string, effect: Effect) =>
  columnsOf<Flip>((column) => [
    column({
      id: 'name',
      header: 'Artifact',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => (
        <span className="flex min-w-0 items-center gap-2 max-md:flex-wrap">
          <span
            className="min-w-0 truncate font-medium max-md:w-full max-md:wrap-anywhere max-md:whitespace-normal"
            title={original.name}
          >
            <ImageName name={original.name} />
          </span>
          {original.fingerprint && <Fingerprint value={original.fingerprint} />}
        </span>
      ),
    }),
    column({
      id: 'environment',
      header: 'Environment',
      cell: ({ row: { original } }) => (
        <EnvironmentName org={org} name={original.environment_name} />
      ),
    }),
    column({
      id: 'verdict',
      header: 'Verdict',
      cell: ({ row: { original } }) => <Change {...original} />,
    }),
    column({
      id: 'rule',
      header: 'Rule that decides',
      meta: { card: 'below' },
      cell: ({ row: { original } }) => (
        <span className="max-md:whitespace-normal" title={ruleText(effect, original)}>
          <WithCode text={ruleText(effect, original)} />
        </span>
      ),
    }),
    column({
      id: 'runs',
      header: 'When',
      meta: { hideOrder: 1, card: 'last' },
      cell: ({ row: { original } }) => (original.is_running ? 'Runs now' : 'Ran before'),
    }),
  ])
