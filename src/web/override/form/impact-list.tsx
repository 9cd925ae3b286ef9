import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OverrideImpact } from '#contract/override/override-effect.ts'
import { counted } from '#domain/common/counted.ts'
import { byOverrides } from '#domain/verdict/qualifiers.ts'
import {
  type Verdict,
  verdictOf,
  verdictOfRunning,
  verdictOfState,
  VerdictStep,
  VerdictLabel,
} from '#web/domain-ui/verdict.tsx'

type Effect = Pick<
  OverrideImpact,
  'trails' | 'artifacts' | 'environments' | 'has_more_environments' | 'standstill'
>
type State = Effect['trails'][number]['from']

const linkClass =
  'min-w-0 font-medium text-text wrap-anywhere hover:underline max-md:-my-3 max-md:py-3'
const isCarried = (verdict: Verdict) => verdict !== 'unknown' && verdict !== 'missing'
const ofState = (state: State): Verdict => (state === null ? 'missing' : verdictOfState[state])

/** Everything that an override flips, from → to, and what stays in spite of it. */
export function ImpactList(props: {
  org: string
  flow: string
  effect: Effect
  /** The attestation's own flip; `from` is null where nothing was reported. */
  own: { name: string; from: boolean | null; to: boolean }
  /** Whether it was made: then these are its effects, not what it would do. */
  isDone?: boolean
}) {
  const { org, flow, effect, own, isDone = false } = props
  const ownFlips = own.from !== own.to
  const staying = effect.environments.filter((one) => !isFlip(one))
  const flipping = effect.environments.filter(isFlip)
  const hasFlips = ownFlips || flipping.length + effect.trails.length + effect.artifacts.length > 0
  return (
    <>
      {hasFlips && (
        <List title={flipsText(effect, ownFlips)}>
          {ownFlips && (
            <Row
              kind="Attestation"
              isDone={isDone}
              from={verdictOf(own.from)}
              to={verdictOf(own.to)}
            >
              <span className="font-medium wrap-anywhere">{own.name}</span>
            </Row>
          )}
          {effect.artifacts.map((one) => (
            <Row
              key={one.fingerprint}
              kind="Artifact"
              isDone={isDone}
              from={ofState(one.from)}
              to={ofState(one.to)}
              remark="in its flow"
            >
              <Link
                to="/$org/flows/$flow/artifacts/$fingerprint"
                params={{ org, flow, fingerprint: one.fingerprint }}
                title={one.fingerprint}
                className={linkClass}
              >
                {one.name || one.fingerprint.slice(0, 12)}
              </Link>
            </Row>
          ))}
          {effect.trails.map((one) => (
            <Row
              key={one.name}
              kind="Trail"
              isDone={isDone}
              from={ofState(one.from)}
              to={ofState(one.to)}
            >
              <Link
                to="/$org/flows/$flow/trails/$trail"
                params={{ org, flow, trail: one.name }}
                className={linkClass}
              >
                {one.name}
              </Link>
            </Row>
          ))}
          {flipping.map((one) => (
            <Row
              key={one.name}
              kind="Environment"
              isDone={isDone}
              from={verdictOfRunning(one.from)}
              to={verdictOfRunning(one.to)}
              isStale={one.is_stale}
              remark={one.artifacts.length > 0 && insideText(one)}
            >
              <Environment org={org} name={one.name} />
            </Row>
          ))}
        </List>
      )}
      {staying.length > 0 && (
        <List
          title={staying.length === 1 ? '1 stays as it is' : `${staying.length} stay as they are`}
        >
          {staying.map((one) => (
            <li key={one.name} className="border-t border-line px-4 py-2.5">
              <span className="flex flex-wrap items-center gap-x-1.5">
                <span className="text-muted">Environment</span>
                <Environment org={org} name={one.name} />
                <span className="ml-auto">
                  {/* What flips in one that complies was unknown: the override carries it. */}
                  <VerdictLabel
                    verdict={verdictOfRunning(one.to)}
                    isStale={one.is_stale}
                    {...(one.to && { qualifiers: byOverrides(1) })}
                  />
                </span>
              </span>
              <span className="text-meta text-muted">{insideText(one)}</span>
            </li>
          ))}
        </List>
      )}
      {effect.has_more_environments && (
        <p className="border-t border-line px-4 py-2 text-meta text-muted">
          Further environments run it; these were not looked at.
        </p>
      )}
    </>
  )
}

function Environment({ org, name: env }: { org: string; name: string }) {
  return (
    <Link to="/$org/environments/$env" params={{ org, env }} className={linkClass}>
      {env}
    </Link>
  )
}

function List(props: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="px-4 pt-1 pb-2 text-meta font-medium text-muted">{props.title}</h3>
      <ul aria-label={props.title} className="text-table">
        {props.children}
      </ul>
    </>
  )
}

/** A flip: what a verdict flips to by an override, that carries. Nothing carries what is unknown. */
function Row(props: {
  kind: string
  from: Verdict
  to: Verdict
  isDone: boolean
  isStale?: boolean | undefined
  remark?: ReactNode
  children: ReactNode
}) {
  return (
    <li className="border-t border-line px-4 py-2.5">
      <span className="flex flex-wrap items-center gap-x-1.5">
        <span className="text-muted">{props.kind}</span>
        {props.children}
      </span>
      <span className="mt-0.5 flex flex-wrap items-center gap-x-2">
        <VerdictStep
          from={props.from}
          to={props.to}
          isDone={props.isDone}
          isStale={props.isStale}
          {...(isCarried(props.to) && { qualifiers: byOverrides(1) })}
        />
        {props.remark && <span className="text-meta text-muted">{props.remark}</span>}
      </span>
    </li>
  )
}

/** An environment whose own verdict flips, not only that of something in it. */
const isFlip = ({ from, to }: Effect['environments'][number]) => from !== to

/** "4 verdicts flip", the attestation's own among them where it does. */
function flipsText(effect: Effect, ownFlips: boolean): string {
  const { trails, artifacts, environments } = effect
  const count =
    trails.length + artifacts.length + environments.filter(isFlip).length + (ownFlips ? 1 : 0)
  return count === 1 ? '1 verdict flips' : `${counted(count, 'verdict')} flip`
}

/** Why nothing but perhaps the attestation itself flips. */
export function standstillText(standstill: 'same_verdict' | 'others_decide', verdict: string) {
  return standstill === 'same_verdict'
    ? `Nothing changes: it counts as ${verdict} already. The override is recorded all the same.`
    : 'Nothing else changes: other evidence decides about the trail and what runs.'
}

/** "1 artifact flips there", "2 artifacts flip there, by what ran when last seen". */
export const insideText = ({ artifacts, is_stale: isStale }: Effect['environments'][number]) =>
  `${counted(artifacts.length, 'artifact')} ${artifacts.length === 1 ? 'flips' : 'flip'} there${
    isStale ? ', by what ran when last seen' : ''
  }`
