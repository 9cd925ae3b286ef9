import { Link } from '@tanstack/react-router'
import type { Decision } from '#contract/attestation/attestation.ts'
import { JsonTree } from '../ui/json-tree.tsx'
import { Pair, Pairs } from '../ui/pairs.tsx'
import { verdictOf } from '../ui/verdict-mark.tsx'
import { VerdictWord } from '../ui/verdict-word.tsx'
import { clipped } from './text.ts'
import { ViewHeading } from './view-parts.tsx'

/** Which control was decided about, as it was then, and what was decided. */
export default function DecisionView(props: { org: string; attestation: Decision }) {
  const { control, control_name, control_version, attestation_data } = props.attestation
  const { org } = props
  const { is_compliant, ...inputs } = attestation_data
  const hasInputs = Object.keys(inputs).length > 0
  return (
    <div>
      <ViewHeading>Decision</ViewHeading>
      <Pairs>
        <Pair label="Control">
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
        </Pair>
        <Pair label="Version">
          {control_version ?? (
            <span className="text-muted">none: the control was unknown when this was recorded</span>
          )}
        </Pair>
        <Pair label="Outcome">
          <VerdictWord
            verdict={verdictOf(is_compliant)}
            word={is_compliant ? 'The control held' : 'The control did not hold'}
          />
        </Pair>
        <Pair label="Decision">
          <Link
            to="/$org/decisions/$decision"
            params={{ org, decision: props.attestation.attestation_id }}
            className="text-accent hover:underline max-md:py-3"
          >
            Open as a page
          </Link>
        </Pair>
      </Pairs>
      {hasInputs && (
        <div className="mt-3">
          <JsonTree value={inputs} />
        </div>
      )}
    </div>
  )
}
