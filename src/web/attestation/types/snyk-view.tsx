import { ChevronDown, ChevronsUp, ChevronUp, type LucideIcon } from 'lucide-react'
import { Fragment } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import type { SnykResults, Vulnerability } from '#contract/attestation/types/snyk.ts'
import { severities, type Severity, snykCounts } from '#domain/attestation/evidence-summary.ts'
import { clipped, rowLimit } from '#web/attestation/text.ts'
import { Frame } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import { Emphasis, MoreInRaw, Remark, ViewHeading } from './view-parts.tsx'

/** Vulnerabilities that a scan found, the worst first. */
export function SnykView(props: {
  attestation: Extract<Attestation, { attestation_type: 'snyk' }>
}) {
  const report = props.attestation.processed_snyk_results
  const counts = snykCounts(report)
  const counted = counts.high + counts.medium + counts.low
  const findings = findingsOf(report)
  const gap = gapOf(counted, findings.length)
  return (
    <div>
      <ViewHeading>
        {clipped(`${report.tool.name} ${report.tool.version}`, 120)}
        {severities.map((severity) => (
          <Fragment key={severity}>
            {', '}
            <Count count={counts[severity]} severity={severity} />
          </Fragment>
        ))}
      </ViewHeading>
      {gap && <Remark>{gap}</Remark>}
      {findings.length > 0 && <Findings findings={findings} />}
      {counted === 0 && findings.length === 0 && (
        <Remark>
          {report.results.length > 0
            ? 'The scan found no vulnerability.'
            : 'The report has no scan result; without a vulnerability it counts as compliant.'}
        </Remark>
      )}
    </div>
  )
}

function Count(props: { count: number; severity: Severity }) {
  const text = `${props.count} ${props.severity}`
  return props.count > 0 ? <Emphasis>{text}</Emphasis> : text
}

function Findings(props: { findings: readonly Finding[] }) {
  const shown = props.findings.slice(0, rowLimit)
  const hasPriority = shown.some(({ priority_score }) => typeof priority_score === 'number')
  return (
    <>
      <Frame>
        <SmallTable
          caption="Vulnerabilities"
          columns={[
            { heading: 'Severity', width: '6.5rem' },
            { heading: 'Finding, high first' },
            ...(hasPriority ? [{ heading: 'Priority', width: '4.75rem', isNumber: true }] : []),
          ]}
        >
          {shown.map((finding, index) => (
            <FindingRow key={index} finding={finding} hasPriority={hasPriority} />
          ))}
        </SmallTable>
      </Frame>
      <MoreInRaw hidden={props.findings.length - rowLimit} />
    </>
  )
}

function FindingRow(props: { finding: Finding; hasPriority: boolean }) {
  const { severity, id, message, locations, priority_score } = props.finding
  const [first, ...others] = (locations ?? []).map(locationText)
  return (
    <tr role="row">
      <td role="cell" className="align-top md:py-2">
        <SeverityLabel severity={severity} />
      </td>
      <td
        role="cell"
        className="align-top md:py-2 wrap-anywhere whitespace-normal max-md:-order-1 max-md:w-full max-md:text-text"
      >
        <p className="font-medium">{clipped(id)}</p>
        <p>{clipped(message)}</p>
        {first !== undefined && <SourceLocation>{first}</SourceLocation>}
        {others.length > 0 && (
          <Disclosure label={`and ${others.length} more`}>
            {others.slice(0, rowLimit).map((location, index) => (
              <SourceLocation key={index}>{location}</SourceLocation>
            ))}
            <MoreInRaw hidden={others.length - rowLimit} />
          </Disclosure>
        )}
      </td>
      {props.hasPriority && (
        <td role="cell" className="align-top md:text-right md:py-2" data-number>
          {typeof priority_score === 'number' && (
            <>
              <span className="md:hidden">priority </span>
              {priority_score}
            </>
          )}
        </td>
      )}
    </tr>
  )
}

function SourceLocation(props: { children: string }) {
  return <p className="font-mono text-code text-muted">{clipped(props.children)}</p>
}

const looks: Record<Severity, { icon: LucideIcon; label: string; weight: string }> = {
  high: { icon: ChevronsUp, label: 'High', weight: 'font-semibold text-text' },
  medium: { icon: ChevronUp, label: 'Medium', weight: 'font-medium text-text' },
  low: { icon: ChevronDown, label: 'Low', weight: 'text-muted' },
}

/** Shape and weight, no colour: verdicts alone are coloured. */
function SeverityLabel(props: { severity: Severity }) {
  const { icon, label, weight } = looks[props.severity]
  return (
    <span className={`inline-flex items-center gap-1.5 ${weight}`}>
      <Icon of={icon} small />
      {label}
    </span>
  )
}

/** A vulnerability with the severity that it was listed under. */
interface Finding extends Vulnerability {
  severity: Severity
}

/** Listed vulnerabilities: high before low, then by priority; those without a score last. */
export function findingsOf({ results }: SnykResults): Finding[] {
  return severities.flatMap((severity) =>
    results
      .flatMap((result) => result[severity] ?? [])
      .map((vulnerability) => ({ ...vulnerability, severity }))
      .sort((a, b) => scoreOf(b) - scoreOf(a)),
  )
}

function scoreOf({ priority_score }: Finding): number {
  return priority_score ?? -Number.MAX_VALUE
}

/** Note where the report does not list all that it counts, else null; the counts are evaluated. */
export function gapOf(counted: number, listed: number): string | null {
  if (counted === listed) return null
  if (listed === 0) return 'The report lists none of them.'
  return `The report counts ${counted} and lists ${listed}; the counts decide.`
}

/** "src/app.ts:12-14". */
export function locationText({
  uri,
  lines,
}: {
  uri: string
  lines?: string | null | undefined
}): string {
  return lines ? `${uri}:${lines}` : uri
}
