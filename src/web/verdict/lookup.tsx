import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import { expiryText } from '#domain/verdict/evidence-age.ts'
import { FoundSummary } from '#web/record/evidence-summary.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { type RuleNode, type ResolutionNode, findingLabels } from './verdict-labels.ts'

/** A link within a sentence of a derivation. */
export const linkClass =
  'underline decoration-line-strong underline-offset-3 hover:decoration-current'

/** The way from an exception in a derivation to where it stands with its author, reason and end. */
export function RegisterLink(props: {
  org: string
  kind: 'allow_list' | 'policy'
  text: string
  children: ReactNode
}) {
  const { org, kind, text } = props
  return (
    <Link
      to="/$org/exceptions"
      params={{ org }}
      search={{ kind: [kind], q: text }}
      className={linkClass}
    >
      {props.children}
    </Link>
  )
}

/** Where a rule was looked up in one flow and trail, and what was found there. */
export function Lookup(props: { org: string; rule: RuleNode['rule']; resolution: ResolutionNode }) {
  const { org, rule, resolution } = props
  const { context, attestations, type, exception } = resolution
  const { flow_name: flow, trail_name: trail, artifact_status } = context
  return (
    <div className="grid gap-0.5">
      <p className="text-pretty wrap-anywhere">
        {flow !== null && (
          <>
            Looked in flow{' '}
            <Link to="/$org/flows/$flow" params={{ org, flow }} className={linkClass}>
              {flow}
            </Link>
            {trail !== null && (
              <>
                , trail{' '}
                <Link
                  to="/$org/flows/$flow/trails/$trail"
                  params={{ org, flow, trail }}
                  className={linkClass}
                >
                  {trail}
                </Link>
              </>
            )}
            .{' '}
          </>
        )}
        {attestations.length > 0 && flow !== null && trail !== null ? (
          <Found org={org} flow={flow} trail={trail} attestations={attestations} />
        ) : (
          <>
            {exception && (
              <>
                <RegisterLink org={org} kind="policy" text={exception.text}>
                  Exempt
                </RegisterLink>
                : {exception.text} is true.{' '}
              </>
            )}
            {findingLabels(type, rule, artifact_status)}
          </>
        )}
      </p>
      {attestations.map((one) => (
        <p key={one.attestation_id} className="text-meta">
          {attestations.length > 1 && `${one.attestation_name}: `}Recorded{' '}
          <TimeStamp at={one.recorded_at} form="stamp" /> on the{' '}
          {one.scope === 'artifact' ? 'artifact' : 'trail'}
          {one.expired && (
            <strong className="font-medium">
              ; {expiryText(one.attestation_name || one.attestation_type, one.expired)}
            </strong>
          )}
        </p>
      ))}
    </div>
  )
}

/** The attestations that decided; each opens beside its trail. */
function Found(props: {
  org: string
  flow: string
  trail: string
  attestations: readonly FoundAttestation[]
}) {
  const { org, flow, trail, attestations } = props
  return (
    <>
      Found{' '}
      {attestations.map((one, index) => (
        <span key={one.attestation_id}>
          {index > 0 && ', '}
          <Link
            to="/$org/flows/$flow/trails/$trail"
            params={{ org, flow, trail }}
            search={{ attestation_id: one.attestation_id }}
            className={linkClass}
          >
            {one.attestation_name || 'an attestation'}
          </Link>
          {one.control !== null && ` for control ${one.control}`},{' '}
          {one.is_compliant ? 'compliant' : 'non-compliant'}
          {one.is_override && (
            <>
              {' '}
              <Link
                to="/$org/overrides/$override"
                params={{ org, override: one.attestation_id }}
                className={linkClass}
              >
                by override
              </Link>
            </>
          )}
          <FoundSummary id={one.attestation_id} />
        </span>
      ))}
      .
    </>
  )
}
