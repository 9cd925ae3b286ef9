import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type {
  ComparedPolicy,
  ComparisonRow,
  SnapshotComparison,
} from '#contract/snapshot/comparison.ts'
import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import { counted } from '#domain/common/counted.ts'
import { addTo } from '#domain/trail/artifact-evidence.ts'
import { verdictOfRunning, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { VerdictFlip } from '#web/domain-ui/verdict-flip.tsx'
import { EvidenceSummaries, FoundSummary } from '#web/record/evidence-summary.tsx'
import { type Columns, columnsOf } from '#web/table/column-definitions.ts'
import { LongTable } from '#web/table/long-table.tsx'
import { Card } from '#web/ui/card.tsx'
import { causeText, replacedEvidence, replacedId } from '#web/domain-ui/cause-text.ts'
import {
  artifactText,
  becauseText,
  beganToFail,
  endedToFail,
  failureText,
  type KnownFailures,
} from './because.ts'
import { versionsText } from './labels.ts'

/** A line of the card: a verdict, a rule or a piece of evidence that differs. */
interface Difference {
  id: string
  what: ReactNode
  text: ReactNode
  turn: ReactNode
}

/**
 * @param sides heading of what was and is: "staging → production"
 * @param hasTexts whether any line says how it differs
 */
const differenceColumns = (sides: string, hasTexts: boolean): Columns<Difference> =>
  columnsOf<Difference>((column) => [
    column({
      id: 'what',
      header: 'What',
      meta: { card: 'top' },
      cell: ({ row }) => row.original.what,
    }),
    ...(hasTexts
      ? [
          column({
            id: 'text',
            header: 'How it differs',
            meta: { grows: true, card: 'below' },
            cell: ({ row: { original } }) =>
              original.text && <span className="whitespace-normal">{original.text}</span>,
          }),
        ]
      : []),
    column({
      id: 'turn',
      header: sides,
      meta: { card: 'end' },
      cell: ({ row }) => row.original.turn,
    }),
  ])

type State = { state: boolean | null; qualifiers: Qualifiers } | null

const qualified = (side: NonNullable<State>) => ({
  verdict: verdictOfRunning(side.state),
  qualifiers: side.qualifiers,
})

function Turn({ before, after }: { before: State; after: State }) {
  if (!after) return <span className="text-muted">left</span>
  const to = qualified(after)
  if (!before) return <VerdictLabel {...to} />
  return (
    <VerdictFlip from={qualified(before)} to={to}>
      <VerdictLabel {...to} />
    </VerdictFlip>
  )
}

const inMember = (name: string) => (row: ComparisonRow) =>
  (row.after ?? row.before)?.environment_name === name

/** The environments whose verdicts differ: the compared one, then its members. */
function verdictDifferences(comparison: SnapshotComparison, known: KnownFailures): Difference[] {
  const { base, head, members, rows } = comparison
  const own =
    base.state === head.state
      ? []
      : [
          {
            id: 'own',
            what: <span className="font-medium">{head.environment_name}</span>,
            text:
              members.length > 0
                ? `through ${members.map((one) => one.environment_name).join(', ')}`
                : becauseText(comparison, known),
            turn: <Turn before={base} after={head} />,
          },
        ]
  return [
    ...own,
    ...members.map(({ environment_name: name, before, after }) => ({
      id: `member/${name}`,
      what: <span className="font-medium">{name}</span>,
      text: becauseText(
        {
          ...comparison,
          head: { ...head, state: after?.state ?? null },
          rows: rows.filter(inMember(name)),
        },
        known,
      ),
      turn: <Turn before={before} after={after} />,
    })),
  ]
}

/** The policies that differ; one that differs alike in several members has one line. */
function ruleDifferences(org: string, { policies }: SnapshotComparison): Difference[] {
  const alike = new Map<string, ComparedPolicy[]>()
  for (const policy of policies) {
    addTo(alike, JSON.stringify([policy.name, policy.before, policy.after]), policy)
  }
  return [...alike].flatMap(([id, [first, ...others]]) => {
    if (!first) return []
    const { name, before, after } = first
    const at = [first, ...others].flatMap(({ environment_name }) => environment_name ?? [])
    const doing =
      before.length === 0 ? 'attached to' : after.length === 0 ? 'detached from' : 'changed in'
    return {
      id,
      what: (
        <Link
          to="/$org/policies/$policy"
          params={{ org, policy: name }}
          className="font-medium text-text hover:underline"
        >
          {name}
        </Link>
      ),
      text: at.length === 0 ? null : `${doing} ${at.join(', ')}`,
      turn: (
        <span>
          <span className="text-muted">{versionsText(before)}</span> → {versionsText(after)}
        </span>
      ),
    }
  })
}

/** Whether both sides are of one environment, which changed; two of them differ. */
const isOfOne = ({ base, head }: SnapshotComparison) =>
  base.environment_name === head.environment_name

/** The tags of environments that differ. */
const tagDifferences = (comparison: SnapshotComparison): Difference[] =>
  comparison.tags.map(({ key, before, after }) => ({
    id: `tag/${key}`,
    what: <span className="font-medium">{key}</span>,
    text:
      isOfOne(comparison) && (before === null ? 'added' : after === null ? 'removed' : 'changed'),
    turn: (
      <span>
        <span className="text-muted">{tagText(before)}</span> → {tagText(after)}
      </span>
    ),
  }))

const tagText = (value: string | null) => (value === null ? 'not set' : value || 'set')

/** The evidence behind artifacts that began or ended to fail. */
function evidenceDifferences({ rows }: SnapshotComparison, known: KnownFailures): Difference[] {
  return rows
    .filter((row) => beganToFail(row) || endedToFail(row))
    .flatMap((row) => {
      const { before, after } = row
      const side = after ?? before
      if (!side) return []
      const found = known.verdicts.find(({ verdict }) => verdict.name === side.name)
      const added = beganToFail(row) ? (found?.plan?.additions?.[0] ?? null) : null
      const replaced = added && replacedId(added)
      const text = beganToFail(row)
        ? added
          ? causeText(added, known.summaries)
          : failureText(side, known)
        : after
          ? 'fails no longer'
          : 'no longer runs'
      const stateOf = (one: typeof before) =>
        one && { state: one.compliant, qualifiers: one.qualifiers }
      return {
        id: JSON.stringify([side.name, side.fingerprint, side.environment_name]),
        what: (
          <span>
            <span className="font-medium">{artifactText(side.name)}</span>{' '}
            {side.flow_name && <span className="text-muted">of {side.flow_name}</span>}
          </span>
        ),
        text: (
          <>
            {text}
            {replaced && <FoundSummary id={replaced} />}
          </>
        ),
        turn: <Turn before={stateOf(before)} after={stateOf(after)} />,
      }
    })
}

/** Causes of a new verdict, and tags: what differs behind artifacts; nothing if nothing does. */
export function WhyChangedCard(props: {
  org: string
  comparison: SnapshotComparison
  known: KnownFailures
}) {
  const { org, comparison, known } = props
  const { base, head } = comparison
  const isOne = isOfOne(comparison)
  const groups = useMemo(() => {
    const differs = isOne ? 'changed' : 'differ'
    return [
      named(
        isOne ? 'Verdict changed' : 'Verdicts differ',
        'environment',
        verdictDifferences(comparison, known),
      ),
      named(`Rules ${differs}`, 'policy', ruleDifferences(org, comparison)),
      named('Evidence changed', 'artifact', evidenceDifferences(comparison, known)),
      named(`Tags ${differs}`, 'tag', tagDifferences(comparison)),
    ]
  }, [org, comparison, known, isOne])
  const sides = isOne ? 'Before and after' : `${base.environment_name} → ${head.environment_name}`
  const hasTexts = groups.some(({ rows }) => rows.some(({ text }) => Boolean(text)))
  const columns = useMemo(() => differenceColumns(sides, hasTexts), [sides, hasTexts])
  const [first] = groups.filter(({ rows }) => rows.length > 0)
  if (!first) return null
  const isTurned = base.state !== head.state
  // Tags come last, and are behind no verdict.
  const turned = isOne ? 'Why the verdict changed' : 'Why the verdicts differ'
  const behind = isOne ? 'What changed behind the verdict' : 'What differs behind the verdicts'
  const isOfTags = first === groups.at(-1)
  const title = isTurned ? turned : isOfTags ? 'What else differs' : behind
  return (
    <div className="mb-4">
      <Card title={title}>
        <EvidenceSummaries org={org} ids={replacedEvidence(known.verdicts)}>
          <LongTable
            caption="Verdicts, rules, evidence and tags that differ"
            columns={columns}
            groups={groups}
            rowId={({ id }) => id}
          />
        </EvidenceSummaries>
      </Card>
    </div>
  )
}

const named = (label: string, one: string, rows: Difference[]) => ({
  label,
  count: counted(rows.length, one, one === 'policy' ? 'policies' : undefined),
  rows,
})
