import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isValidElement, type ReactElement, type ReactNode } from 'react'
import { fullType } from '#contract/attestation/types/kind.ts'
import { getEnvironment } from '#contract/environment/environment.ts'
import type { Addition } from '#contract/verdict/fix-plan.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'
import { peopleText } from '#web/domain-ui/cause-labels.ts'
import { overDrawer } from '#web/domain-ui/drawer-steps.ts'
import { decidingOverride } from '#web/domain-ui/trouble-text.ts'
import { attachCall } from '#web/pipeline/environment-rules.ts'
import { useEvidenceSummary } from '#web/record/evidence-summary.tsx'
import { CallBox, CallFormChoice } from '#web/ui/call-box.tsx'
import type { PipelineCall } from '#web/ui/call-form.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { linkClass } from './found-verdict.tsx'

/** Something to do, and the call that does it where there is one. */
export interface FixStep {
  key: string
  text: ReactNode
  call: string | PipelineCall | ReactElement | null
}

/** Text of an addition, for an artifact by name. */
function additionText(added: Addition, artifact: string): string {
  if (added.kind === 'report_artifact') {
    return `Report how ${artifact} was built, in flow ${added.flow_name}:`
  }
  const { attestation_name: name, scope, trail_name, control } = added
  const what = control === null ? name : `the decision for control ${control}`
  const where = scope === 'artifact' ? `for ${artifact}` : `on trail ${trail_name}`
  return `Report ${what} ${where}:`
}

/** Additions as steps, in order; what failed is mended before it is reported again. */
export const stepsOf = (
  org: string,
  additions: readonly Addition[],
  artifact: { name: string; fingerprint: string },
  callOf: (added: Addition) => PipelineCall | null,
): FixStep[] =>
  additions.flatMap((added, index) => {
    const key = `${artifact.name}/${artifact.fingerprint}/${index}`
    if (added.kind === 'attest' && added.replaces_attestation_id !== null) {
      const failed = {
        org,
        flow: added.flow_name,
        trail: added.trail_name,
        name: added.attestation_name,
        type: added.attestation_type,
        attestationId: added.replaces_attestation_id,
        fingerprint: added.scope === 'artifact' ? artifact.fingerprint : null,
      }
      return repairSteps(key, failed, callOf(added))
    }
    return [{ key, text: additionText(added, artifact.name), call: callOf(added) }]
  })

type Call = NonNullable<FixStep['call']>

const boxOf = (call: Call) => (isValidElement(call) ? call : <CallBox call={call} hasChoiceAbove />)

const hasForms = (call: FixStep['call']) =>
  call !== null && typeof call === 'object' && !isValidElement(call)

/** Numbered steps, each with its call; `folds` all calls but the first. */
export function FixSteps(props: {
  title: string
  steps: readonly FixStep[]
  note?: string
  folds?: boolean
}) {
  const first = props.steps.findIndex(({ call }) => call !== null)
  return (
    <section aria-label={props.title} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-meta font-medium text-muted">{props.title}</h3>
        {props.steps.some(({ call }) => hasForms(call)) && <CallFormChoice />}
      </div>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3 text-table">
        {props.steps.map(({ key, text, call }, index) => (
          <li key={key} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 gap-y-1">
            <span aria-hidden="true" className="text-meta leading-5 font-medium text-muted">
              {index + 1}
            </span>
            <span className="wrap-anywhere">{text}</span>
            {call !== null && (
              <div className="col-start-2">
                {props.folds && index > first ? (
                  <Disclosure label="Call">{boxOf(call)}</Disclosure>
                ) : (
                  boxOf(call)
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
      {props.note && <p className="text-meta text-muted">{props.note}</p>}
    </section>
  )
}

/** Where no policy evaluates what runs: the one step that would have it evaluated. */
export function AttachSteps(props: { org: string; env: string }) {
  const { org, env } = props
  const { data: environment } = useQuery(endpointQuery(getEnvironment, { org, env_name: env }))
  // Nothing is attached to an archived one, nor known of it.
  if (environment && environment.archived_at !== null) return null
  const text = (
    <>
      <Link to="/$org/environments/$env/policies" params={props} className={linkClass}>
        Attach a policy
      </Link>
      ; what runs is evaluated at once:
    </>
  )
  const call = attachCall(org, env)
  return <FixSteps title="What would verify it" steps={[{ key: 'attach', text, call }]} />
}

/** Evidence that failed, and where it was reported. */
interface FailedEvidence {
  org: string
  flow: string
  trail: string
  /** Name of the attestation. */
  name: string
  /** Short or full. */
  type: string
  attestationId: string
  /** Null for evidence of the trail itself. */
  fingerprint: string | null
}

/** Summary of evidence, and the run that reported it, as far as the report says. */
function FailedRun(props: { id: string }) {
  const found = useEvidenceSummary(props.id)
  return (
    <>
      {found?.summary && <>: {found.summary}</>}
      {found?.origin_url && (
        <>
          , in <SafeLink href={found.origin_url}>its build</SafeLink>
        </>
      )}
      .
    </>
  )
}

const useDecidingOverride = (id: string) => decidingOverride(useEvidenceSummary(id)?.override)

/** First step: to read what failed, or to withdraw the override without which it complies. */
function FirstStep(props: FailedEvidence) {
  const { org, flow, trail, name, attestationId: id } = props
  const override = useDecidingOverride(id)
  if (!override) {
    return (
      <>
        See{' '}
        <Link
          to="/$org/flows/$flow/trails/$trail"
          params={{ org, flow, trail }}
          search={{ attestation_id: id }}
          state={overDrawer}
          className={linkClass}
        >
          what failed in {name}
        </Link>
        <FailedRun id={id} />
      </>
    )
  }
  const { reported_by, approved_by, reason, reported_is_compliant, ended_at } = override
  const isMended = reported_is_compliant === true && ended_at === null
  return (
    <>
      {isMended ? 'Withdraw' : 'See'}{' '}
      <Link to="/$org/overrides/$override" params={{ org, override: id }} className={linkClass}>
        the override of {name}
      </Link>
      , {peopleText(reported_by, approved_by)}: “{reason}”.
      {isMended && ' What was reported, compliant, counts again then.'}
    </>
  )
}

/** Step to report evidence again; it takes the place of an override, too. */
function ReportStep({ name, attestationId }: FailedEvidence) {
  return useDecidingOverride(attestationId)
    ? `Or build again: what the pipeline reports as ${name} counts in place of the override.`
    : `Fix it and build again: the pipeline reports ${name} with its new results.`
}

/**
 * Steps for evidence that failed, in the order to try them: read what failed, or withdraw the
 * override that says so, build again and report the new results, or ask for an override, which a
 * decision cannot have. `request` is what somebody requested already.
 */
export function repairSteps(
  key: string,
  failed: FailedEvidence,
  call: PipelineCall | null,
  request?: ReactNode,
): FixStep[] {
  const { org, flow, trail, name, type, fingerprint } = failed
  if (fullType(type) === 'system:decision') {
    const text = `Fix it and record another decision: the newest ${name} counts.`
    return [
      { key: `${key}/read`, text: <FirstStep {...failed} />, call: null },
      { key: `${key}/report`, text, call },
    ]
  }
  return [
    { key: `${key}/read`, text: <FirstStep {...failed} />, call: null },
    { key: `${key}/report`, text: <ReportStep {...failed} />, call },
    {
      key: `${key}/override`,
      text: request ? (
        <>{request}: a person decides.</>
      ) : (
        <>
          Or{' '}
          <Link
            to="/$org/flows/$flow/trails/$trail/override"
            params={{ org, flow, trail }}
            search={{
              attestation_name: name,
              ...(fingerprint !== null && { artifact_fingerprint: fingerprint }),
            }}
            className={linkClass}
          >
            override {name}
          </Link>
          , with a reason: then a person accepts it, not evidence.
        </>
      ),
      call: null,
    },
  ]
}
