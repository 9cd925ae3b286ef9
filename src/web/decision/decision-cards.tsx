import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { getDecisionPage } from '#contract/decision/decision.ts'
import { FingerprintLink } from '#web/domain-ui/fingerprint.tsx'
import { ReportedLink, ReportedValue } from '#web/domain-ui/reported-value.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { JsonTree } from '#web/ui/json-tree.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { TimeStamp } from '#web/ui/time.tsx'

type DecisionPage = ResponseOf<typeof getDecisionPage>

const linkClass =
  'text-accent wrap-anywhere underline decoration-line-strong underline-offset-3 hover:decoration-current max-md:py-3'

/** Subject of a decision, and where it was recorded. */
export function FactsCard(props: { org: string; page: DecisionPage }) {
  const { org, page } = props
  const { decision, current } = page
  const { control, control_name, control_version, flow_name: flow, trail_name: trail } = decision
  return (
    <Card title="Facts">
      <div className="px-4 pb-4 text-table">
        <DescriptionList>
          <DescriptionItem label="Control">
            {current ? (
              <Link
                to="/$org/controls/$control/{-$tab}"
                params={{ org, control }}
                className={linkClass}
              >
                {control}
              </Link>
            ) : (
              control
            )}
            <span className="ml-2 text-muted">
              {control_version === null ? 'unknown then' : `version ${control_version}`}
            </span>
            {control_name && <span className="block text-muted">{control_name}</span>}
          </DescriptionItem>
          <DescriptionItem label="Trail">
            <Link to="/$org/flows/$flow" params={{ org, flow }} className={linkClass}>
              {flow}
            </Link>
            {' / '}
            <Link
              to="/$org/flows/$flow/trails/$trail"
              params={{ org, flow, trail }}
              search={{ attestation_id: decision.attestation_id }}
              className={linkClass}
            >
              {trail}
            </Link>
          </DescriptionItem>
          <DescriptionItem label="Artifact">
            {decision.artifact_fingerprint ? (
              <FingerprintLink org={org} flow={flow} value={decision.artifact_fingerprint} />
            ) : (
              <span className="text-muted">
                {decision.target_artifacts?.join(', ') || 'none: it is about the trail'}
              </span>
            )}
          </DescriptionItem>
          <DescriptionItem label="Recorded">
            <TimeStamp at={decision.created_at} form="stamp" /> by {decision.reported_by}
          </DescriptionItem>
          {decision.description && (
            <DescriptionItem label="Description">{decision.description}</DescriptionItem>
          )}
          {decision.origin_url && (
            <DescriptionItem label="Origin">
              <SafeLink href={decision.origin_url} />
            </DescriptionItem>
          )}
          {Object.entries(decision.external_urls).map(([label, value]) => (
            <DescriptionItem key={label} label={label}>
              <ReportedLink label={label} value={value} />
            </DescriptionItem>
          ))}
          {Object.entries(decision.annotations).map(([key, value]) => (
            <DescriptionItem key={key} label={key}>
              <ReportedValue value={value} />
            </DescriptionItem>
          ))}
          <DescriptionItem label="Id">
            <span className="font-mono text-code wrap-anywhere">{decision.attestation_id}</span>
          </DescriptionItem>
        </DescriptionList>
      </div>
    </Card>
  )
}

/** Violations found, a sentence each. */
export function ViolationsCard(props: { page: DecisionPage }) {
  const { violations, violation_count, decision } = props.page
  return (
    <Card title="Violations" remark={violation_count > 0 && String(violation_count)}>
      {violations.length === 0 ? (
        <p className="px-4 pb-3 text-table text-muted">
          {decision.is_compliant ? 'None were recorded.' : 'None were recorded with it.'}
        </p>
      ) : (
        <ul className="border-t border-line text-table">
          {violations.map((sentence, index) => (
            <li
              key={index}
              className="border-b border-line px-4 py-2 wrap-anywhere last:border-b-0"
            >
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {violation_count > violations.length && (
        <p className="px-4 py-2 text-meta text-muted">
          {violation_count - violations.length} more in the raw record.
        </p>
      )}
    </Card>
  )
}

/** Inputs of a decision: the data sent with it, and what the reporter added. */
export function InputsCard(props: { page: DecisionPage }) {
  const { attestation_data, user_data } = props.page.decision
  const { is_compliant: _, violations: __, ...inputs } = attestation_data
  const hasInputs = Object.keys(inputs).length > 0
  const hasUserData =
    typeof user_data === 'object' && user_data !== null
      ? Object.keys(user_data).length > 0
      : user_data != null && user_data !== ''
  return (
    <Card title="Inputs">
      <div className="grid gap-3 px-4 pb-4 text-table">
        {hasInputs ? (
          <JsonTree value={inputs} searchable="Search the inputs" />
        ) : (
          <p className="text-muted">Only the answer was sent, no other data.</p>
        )}
        {hasUserData && (
          <div>
            <h3 className="mb-2 text-meta font-medium text-muted">User data</h3>
            <JsonTree value={user_data} />
          </div>
        )}
      </div>
    </Card>
  )
}
