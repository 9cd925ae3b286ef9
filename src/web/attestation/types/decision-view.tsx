import { Link } from '@tanstack/react-router'
import type { Decision } from '#contract/attestation/attestation.ts'
import { clipped } from '#web/attestation/text.ts'
import { verdictOf, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { JsonTree } from '#web/ui/json-tree.tsx'
import { ViewHeading } from './view-parts.tsx'

/** Which control was decided about, as it was then, and what was decided. */
export function DecisionView(props: { org: string; attestation: Decision }) {
  const { control, control_name, control_version, attestation_data } = props.attestation
  const { org } = props
  const { is_compliant, ...inputs } = attestation_data
  const hasInputs = Object.keys(inputs).length > 0
  return (
    <div>
      <ViewHeading>Decision</ViewHeading>
      <DescriptionList>
        <DescriptionItem label="Control">
          {control_version === null ? (
            <span className="font-mono text-code">{control}</span>
          ) : (
            <Link
              to="/$org/controls/$control/{-$tab}"
              params={{ org, control }}
              className="font-mono text-code text-accent wrap-anywhere hover:underline max-md:py-3"
            >
              {control}
            </Link>
          )}
          {control_name && <span className="block">{clipped(control_name, 255)}</span>}
        </DescriptionItem>
        <DescriptionItem label="Version">
          {control_version ?? (
            <span className="text-muted">none: the control was unknown when this was recorded</span>
          )}
        </DescriptionItem>
        <DescriptionItem label="Outcome">
          <VerdictLabel
            verdict={verdictOf(is_compliant)}
            label={is_compliant ? 'The control passed' : 'The control failed'}
          />
        </DescriptionItem>
        <DescriptionItem label="Decision">
          <Link
            to="/$org/decisions/$decision"
            params={{ org, decision: props.attestation.attestation_id }}
            className="text-accent hover:underline max-md:py-3"
          >
            Open as a page
          </Link>
        </DescriptionItem>
      </DescriptionList>
      {hasInputs && (
        <div className="mt-3">
          <JsonTree value={inputs} />
        </div>
      )}
    </div>
  )
}
