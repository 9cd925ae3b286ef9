import type { Attestation } from '#contract/attestation/attestation.ts'
import type { SonarCondition, SonarResults } from '#contract/attestation/types/sonar.ts'
import { gateStatus } from '#domain/attestation/evidence-summary.ts'
import { counted } from '#domain/common/counted.ts'
import { clipped, rowLimit } from '#web/attestation/text.ts'
import { CommitHash } from '#web/domain-ui/fingerprint.tsx'
import { type Verdict, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { Frame } from '#web/ui/card.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import { Emphasis, MoreInRaw, Remark, SentMoment, ViewHeading } from './view-parts.tsx'

/** An analysis: its quality gate, and the conditions that decided it. */
export function SonarView(props: {
  attestation: Extract<Attestation, { attestation_type: 'sonar' }>
}) {
  const results = props.attestation.sonar_results
  const conditions = results.qualityGate?.conditions ?? []
  const failed = conditions.filter((one) => verdictOfCondition(one) === 'non-compliant').length
  return (
    <div>
      <ViewHeading>
        Sonar, {results.qualityGate ? counted(conditions.length, 'condition') : 'no quality gate'}
        {failed > 0 && (
          <>
            , <Emphasis>{failed} failed</Emphasis>
          </>
        )}
      </ViewHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Analysis results={results} />
        {!results.qualityGate && (
          <Remark>Without a quality gate it counts as non-compliant.</Remark>
        )}
        {results.qualityGate && conditions.length === 0 && (
          <Remark>The quality gate lists no condition.</Remark>
        )}
        {conditions.length > 0 && <Conditions conditions={conditions} />}
      </div>
    </div>
  )
}

function Analysis(props: { results: SonarResults }) {
  const { project, branch, pullRequest, revision, analysedAt } = props.results
  const gate = gateOf(props.results)
  const at = momentIn(analysedAt)
  return (
    <DescriptionList>
      <DescriptionItem label="Quality gate">
        <VerdictLabel verdict={gate.verdict} label={gate.label} />
      </DescriptionItem>
      <DescriptionItem label="Project">
        <SafeLink href={project.url}>{clipped(project.name || project.key, 120)}</SafeLink>
        {project.name && <span className="block text-muted">{clipped(project.key, 120)}</span>}
      </DescriptionItem>
      {branch?.name && (
        <DescriptionItem label="Branch">
          {clipped(branch.name, 120)}
          {branch.type && (
            <span className="text-muted"> {clipped(branch.type.toLowerCase(), 40)}</span>
          )}
        </DescriptionItem>
      )}
      {pullRequest && (
        <DescriptionItem label="Pull request">{clipped(pullRequest, 40)}</DescriptionItem>
      )}
      {revision && (
        <DescriptionItem label="Revision">
          <CommitHash sha1={revision} />
        </DescriptionItem>
      )}
      {analysedAt && (
        <DescriptionItem label="Analysed">
          {at === null ? clipped(analysedAt, 40) : <SentMoment at={at} />}
        </DescriptionItem>
      )}
    </DescriptionList>
  )
}

function Conditions(props: { conditions: readonly SonarCondition[] }) {
  return (
    <div>
      <Frame>
        <SmallTable
          caption="Conditions of the quality gate"
          columns={[
            { heading: 'Condition, failed first' },
            { heading: 'Value', width: '6rem', isNumber: true },
            { heading: 'Status', width: '7.75rem' },
          ]}
        >
          {failedFirst(props.conditions)
            .slice(0, rowLimit)
            .map((condition, index) => (
              <ConditionRow key={index} condition={condition} />
            ))}
        </SmallTable>
      </Frame>
      <MoreInRaw hidden={props.conditions.length - rowLimit} />
    </div>
  )
}

function ConditionRow(props: { condition: SonarCondition }) {
  const { condition } = props
  const verdict = verdictOfCondition(condition)
  return (
    <tr role="row">
      <td
        role="cell"
        className="align-top md:py-2 wrap-anywhere whitespace-normal max-md:-order-1 max-md:w-full max-md:text-text"
      >
        <p className={verdict === 'non-compliant' ? 'font-medium' : ''}>
          {clipped(condition.metric, 120)}
        </p>
        <p className="text-muted">{ruleOf(condition)}</p>
      </td>
      <td
        role="cell"
        className="align-top md:text-right md:py-2 wrap-anywhere whitespace-normal"
        data-number
      >
        <span className="md:hidden">value </span>
        {condition.value ? clipped(condition.value, 80) : 'none'}
      </td>
      <td role="cell" className="align-top md:py-2">
        <VerdictLabel verdict={verdict} label={clipped(condition.status, 16)} />
      </td>
    </tr>
  )
}

/** Label and verdict of the quality gate; without one an analysis is non-compliant. */
export function gateOf(results: SonarResults): { label: string; verdict: Verdict } {
  const label = gateStatus(results)
  if (label === null) return { label: 'No quality gate', verdict: 'non-compliant' }
  return { label, verdict: label.toUpperCase() === 'OK' ? 'compliant' : 'non-compliant' }
}

/** Verdict of a condition; one that could not be measured is unknown. */
export function verdictOfCondition({ status }: SonarCondition): Verdict {
  const name = status.toUpperCase()
  return name === 'OK' ? 'compliant' : name === 'ERROR' ? 'non-compliant' : 'unknown'
}

const order: Verdict[] = ['non-compliant', 'unknown', 'compliant']

/** Failed conditions first, then those that are unknown. */
export function failedFirst(conditions: readonly SonarCondition[]): SonarCondition[] {
  return [...conditions].sort((a, b) => rank(a) - rank(b))
}

function rank(condition: SonarCondition): number {
  return order.indexOf(verdictOfCondition(condition))
}

/** "must not be greater than 3". */
export function ruleOf({ operator, errorThreshold }: SonarCondition): string {
  const threshold = clipped(errorThreshold, 80)
  if (operator === 'GT') return `must not be greater than ${threshold}`
  if (operator === 'LT') return `must not be less than ${threshold}`
  return `${clipped(operator, 80)} ${threshold}`
}

/** Seconds of an ISO 8601 moment; null for other texts, and for those that name no zone. */
export function momentIn(text: string): number | null {
  const parts = /^(\d{4}-\d\d-\d\dT[\d:.]+)(Z|[+-]\d\d):?(\d\d)?$/.exec(text)
  if (!parts) return null
  const [, clock, hours, minutes] = parts
  const at = Date.parse(`${clock}${hours}${hours === 'Z' ? '' : `:${minutes ?? '00'}`}`)
  return Number.isNaN(at) ? null : at / 1_000
}
