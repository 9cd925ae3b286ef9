import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ArtifactNode, FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import { isPlain } from '#domain/verdict/qualified-verdict.ts'
import { expiryText } from '#domain/verdict/evidence-age.ts'
import { overDrawer } from '#web/domain-ui/drawer-steps.ts'
import { TimeStamp } from '#web/ui/time.tsx'
import { FoundVerdict, linkClass } from './found-verdict.tsx'
import { TrailFindings } from './trail-findings.tsx'
import { type RuleNode, type ResolutionNode, findingText } from './verdict-text.ts'

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
export function Lookup(props: {
  org: string
  artifact: Pick<ArtifactNode, 'fingerprint' | 'qualifiers'>
  rule: RuleNode['rule']
  resolution: ResolutionNode
}) {
  const { org, artifact, rule, resolution } = props
  const { context, attestations, type, exception, trail_qualifiers } = resolution
  const { flow_name: flow, trail_name: trail, artifact_status } = context
  const isTrailTelling =
    type === 'non_compliant_in_trail' ||
    (type === 'rule_satisfied' &&
      rule.type === 'trail-compliance' &&
      !isPlain({ verdict: 'compliant', qualifiers: artifact.qualifiers }))
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
            {findingText(type, rule, artifact_status, trail_qualifiers)}
          </>
        )}
      </p>
      {isTrailTelling && flow !== null && trail !== null && (
        <TrailFindings org={org} flow={flow} trail={trail} fingerprint={artifact.fingerprint} />
      )}
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
          {index > 0 && ' '}
          <Link
            to="/$org/flows/$flow/trails/$trail"
            params={{ org, flow, trail }}
            search={{ attestation_id: one.attestation_id }}
            state={overDrawer}
            className={linkClass}
          >
            {one.attestation_name || 'an attestation'}
          </Link>
          {one.control !== null && ` for control ${one.control}`}
          <FoundVerdict
            org={org}
            id={one.attestation_id}
            isCompliant={one.is_compliant}
            isOverride={one.is_override === true}
          />
        </span>
      ))}
    </>
  )
}
