import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import type { JunitResult } from '#contract/attestation/types/junit.ts'
import { junitTotals, type JunitTotals } from '#domain/attestation/evidence-summary.ts'
import { counted } from '#domain/common/counted.ts'
import { FailedCases } from '#web/attestation/evidence/failed-cases.tsx'
import { previousRunQuery } from '#web/attestation/queries.ts'
import { clipped, rowLimit } from '#web/attestation/text.ts'
import { VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { Button } from '#web/ui/button.tsx'
import { Frame } from '#web/ui/card.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import { rem } from '#web/ui/text-scale.ts'
import { MoreInRaw } from './view-parts.tsx'

/** Test suites, failures first, with how long each took. */
export function JunitView(props: {
  org: string
  attestation: Extract<Attestation, { attestation_type: 'junit' }>
}) {
  const { org, attestation } = props
  const suites = attestation.junit_results
  const { data, isPending } = useQuery(previousRunQuery(org, attestation))
  const earlier = data?.attestation
  const previous =
    earlier && !earlier.is_override && earlier.attestation_type === 'junit' ? earlier : null
  const change = previous && changeSince(previous.junit_results, suites)
  if (suites.length === 0) {
    return (
      <p className="text-table text-muted">
        The report has no test suite; without results it counts as non-compliant.
      </p>
    )
  }
  const totals = junitTotals(suites)
  const longest = Math.max(...suites.map((suite) => suite.duration))
  const hasBoth = suites.some((suite) => suite.failures > 0 && suite.errors > 0)
  return (
    <div>
      <div className="mb-2 flex flex-wrap justify-between gap-x-4 text-meta text-muted">
        <h3 className="font-medium">
          JUnit, {counted(totals.tests, 'test')} in {counted(suites.length, 'suite')},{' '}
          {seconds(totals.duration)}
        </h3>
        <Outcome totals={totals} />
      </div>
      <Frame>
        <SmallTable
          caption="JUnit suites"
          columns={[
            { heading: 'Suite, failures first' },
            { heading: change ? 'Result, change' : 'Result', width: rem(hasBoth ? 176 : 132) },
            { heading: 'Run', width: '4rem', isNumber: true },
            { heading: 'Duration', width: '7.25rem', isNumber: true },
          ]}
        >
          {failuresFirst(suites)
            .slice(0, rowLimit)
            .map((suite, index) => (
              <SuiteRow
                key={index}
                suite={suite}
                longest={longest}
                change={changeLabel(change, suite.name)}
              />
            ))}
        </SmallTable>
      </Frame>
      <MoreInRaw hidden={suites.length - rowLimit} />
      <p className="mt-2 text-meta wrap-anywhere text-muted">
        {isPending && <Bone width={260} />}
        {data && !previous && 'No run before it to compare with.'}
        {previous && change && <Comparison org={org} previous={previous} change={change} />}
      </p>
      <CasesOfFile org={org} attestation={attestation} failed={totals.failed + totals.errors} />
    </div>
  )
}

/** Larger files are read when somebody asks. */
const readAtOnce = 1_000_000

/** The failed cases, where the file of the report is one that may say them. */
function CasesOfFile(props: { org: string; attestation: Attestation; failed: number }) {
  const {
    evidence_archive_path,
    evidence_archive_size: size,
    evidence_removed_at,
  } = props.attestation
  const path = evidence_removed_at === undefined ? evidence_archive_path : null
  const [isOpened, setOpened] = useState(false)
  if (props.failed === 0 || !path || !/\.(?:xml|tgz|tar\.gz)$/i.test(path)) return null
  if (!isOpened && (size ?? Infinity) > readAtOnce) {
    return (
      <Button className="mt-2" size="small" onClick={() => setOpened(true)}>
        Read the failed cases from {clipped(path.split('/').at(-1) ?? '', 60)}
      </Button>
    )
  }
  return <FailedCases {...props} />
}

/** Which run the change is against, and what that one had besides. */
function Comparison(props: { org: string; previous: Attestation; change: JunitChange }) {
  const { previous, change } = props
  const gone = change.gone.length
  return (
    <>
      Change since{' '}
      <Link
        to="/$org/flows/$flow/trails/$trail"
        params={{ org: props.org, flow: previous.flow_name, trail: previous.trail_name }}
        search={{ attestation_id: previous.attestation_id }}
        className="text-accent underline"
      >
        the run before
      </Link>{' '}
      on {previous.trail_name}
      {gone > 0 && `; gone since then: ${clipped(change.gone.slice(0, 3).join(', '), 120)}`}
      {gone > 3 && ` and ${gone - 3} more`}.
    </>
  )
}

function SuiteRow(props: { suite: JunitResult; longest: number; change: string | null }) {
  const { suite, longest } = props
  const isTrouble = troubleOf(suite) > 0
  const width = longest > 0 ? Math.max(2, (suite.duration / longest) * 40) : 0
  return (
    <tr role="row">
      <td
        role="cell"
        title={suite.name}
        className={`wrap-anywhere max-md:-order-1 max-md:w-full max-md:whitespace-normal max-md:text-body max-md:text-text ${isTrouble ? 'font-medium' : ''}`}
      >
        {suite.name || <span className="text-muted">unnamed suite</span>}
      </td>
      <td role="cell">
        <VerdictLabel
          verdict={isTrouble ? 'non-compliant' : 'compliant'}
          label={outcomeOf(suite)}
        />
        {props.change && (
          <span className="ml-1.5 text-muted" title="Since the run before">
            {props.change}
          </span>
        )}
      </td>
      <td role="cell" className="text-right" data-number title={`${suite.skipped} skipped`}>
        {Math.max(0, suite.total - suite.skipped)}/{suite.total}
      </td>
      <td role="cell" className="text-right" data-number>
        <span className="flex items-center justify-end gap-2">
          {seconds(suite.duration)}
          <span className="w-10 shrink-0" aria-hidden="true">
            <span className="block h-1 rounded-full bg-chart" style={{ width }} />
          </span>
        </span>
      </td>
    </tr>
  )
}

function Outcome(props: { totals: JunitTotals }) {
  const { failed, errors, skipped, passed } = props.totals
  const trouble = [failed > 0 && `${failed} failed`, errors > 0 && counted(errors, 'error')]
  return (
    <p>
      {trouble.filter(Boolean).map((text) => (
        <span key={String(text)}>
          <strong className="font-semibold text-text">{text}</strong>,{' '}
        </span>
      ))}
      {skipped > 0 && `${skipped} skipped, `}
      {passed} passed
    </p>
  )
}

function seconds(duration: number): string {
  return `${duration < 10 ? Number(duration.toFixed(2)) : Number(duration.toFixed(1))} s`
}

/** Suites with trouble first, the worst on top; then the slowest. */
function failuresFirst(suites: readonly JunitResult[]): JunitResult[] {
  return [...suites].sort((a, b) => troubleOf(b) - troubleOf(a) || b.duration - a.duration)
}

/** Tests of a suite that failed or broke. */
function troubleOf(suite: JunitResult): number {
  return suite.failures + suite.errors
}

/** "2 failed, 1 error", or "passed". */
function outcomeOf(suite: JunitResult): string {
  const parts = [
    suite.failures > 0 && `${suite.failures} failed`,
    suite.errors > 0 && counted(suite.errors, 'error'),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'passed'
}

/** How suites fare against an earlier run. */
interface JunitChange {
  /** Failures and errors more than then, by suite; null for one that was not there. */
  byName: Map<string, number | null>
  /** Suites of then that are not there any more. */
  gone: string[]
}

/** Compares suites with those of an earlier run; names that appear twice are left out. */
export function changeSince(
  before: readonly JunitResult[],
  after: readonly JunitResult[],
): JunitChange {
  const [then, now] = [singlesOf(before), singlesOf(after)]
  const byName = new Map<string, number | null>()
  for (const [name, suite] of now.singles) {
    const earlier = then.singles.get(name)
    if (earlier) byName.set(name, troubleOf(suite) - troubleOf(earlier))
    else if (!then.names.has(name)) byName.set(name, null)
  }
  return { byName, gone: [...then.names].filter((name) => !now.names.has(name)) }
}

/** "+2", "−1", "new"; nothing where nothing changed or nothing can be said. */
export function changeLabel(change: JunitChange | null, name: string): string | null {
  const difference = change?.byName.get(name)
  if (difference === undefined || difference === 0) return null
  if (difference === null) return 'new'
  return difference > 0 ? `+${difference}` : `−${-difference}`
}

function singlesOf(suites: readonly JunitResult[]) {
  const names = new Set<string>()
  const singles = new Map<string, JunitResult>()
  for (const suite of suites) {
    if (names.has(suite.name)) singles.delete(suite.name)
    else singles.set(suite.name, suite)
    names.add(suite.name)
  }
  return { names, singles }
}
