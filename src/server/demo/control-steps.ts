import { barrier, type Step, type StepSequence } from './step.ts'
import { hour, minute, type Span, startAt } from './calendar.ts'
import { reporters } from './company.ts'
import {
  changeApproval,
  type DemoControl,
  controls,
  modelSignOff,
  peerReview,
  vulnerabilitiesMended,
} from './controls.ts'
import { modelReview } from './policies.ts'
import { randomOf } from './random.ts'
import type { Built } from './trail-steps.ts'

const by = reporters.security

/** Controls that are made, tagged, edited and archived. */
export const controlSteps = (span: Span): StepSequence[] =>
  controls.flatMap((control) =>
    stepsOf(control, span).map((step) => barrier(`control/${control.identifier}`, step)),
  )

function stepsOf(control: DemoControl, span: Span): Step[] {
  const { since, edited, archived, tags, ...fields } = control
  const path = `/controls/{org}/${control.identifier}`
  const at = startAt(span, since)
  const steps: Step[] = [
    { at, by, method: 'POST', path: '/controls/{org}', json: fields },
    {
      at: at + minute,
      by,
      method: 'PATCH',
      path: `/tags/{org}/control/${control.identifier}`,
      json: { set_tags: tags },
    },
  ]
  if (edited) {
    const { since, ...json } = edited
    steps.push({ at: startAt(span, since), by, method: 'PUT', path, json })
  }
  if (archived !== undefined) {
    const at = startAt(span, archived)
    steps.push({ at, by, method: 'POST', path: `${path}/archive`, json: null })
  }
  return steps
}

/** Decisions about builds made since their control exists. */
export function decisionSteps(built: readonly Built[], span: Span): StepSequence[] {
  const changes = built.filter((it) => it.template_reference_name === 'payments-gateway')
  const inFlow = (names: readonly string[]) =>
    built.filter(({ trail }) => names.some((name) => trail.startsWith(`${name}/`)))
  return [
    ...since(changeApproval, changes.map(approve), span),
    ...since(modelSignOff, modelDecisions(built, span), span),
    ...since(peerReview, inFlow(['notifications', 'fraud-scoring']).map(read), span),
    ...since(vulnerabilitiesMended, inFlow(paymentsFlows).map(reviewScan), span),
  ]
}

const paymentsFlows = ['payments-gateway', 'customer-portal', 'notifications']

/** By hand, and before the build is deployed anywhere. */
function read(change: Built): Decision {
  const random = randomOf(`read ${String(change.report.fingerprint)}`)
  const at = change.at + random.between(4, 30) * minute
  return decide(change, reading, at, true, 'Read by somebody else')
}

const since = (control: DemoControl, decisions: readonly Decision[], span: Span) =>
  decisions.filter(({ steps: [{ at }] }) => at > startAt(span, control.since) && at <= span.end)

/** Within the hour, before it is deployed anywhere; never for failed checks. */
const byChecks =
  (kind: DecisionKind, seed: string, [low, high]: [number, number], comment: string) =>
  (change: Built): Decision => {
    const random = randomOf(`${seed} ${String(change.report.fingerprint)}`)
    const at = change.at + random.between(low, high) * minute
    if (change.isHealthy) return decide(change, kind, at, true, comment)
    return decide(change, kind, at, false, 'Its checks have failed')
  }

const approval = { by: reporters.release, name: 'change-approval', control: changeApproval }
const reading = { by: reporters.release, name: 'peer-review', control: peerReview }
const scanReview = { by, name: 'vulnerability-review', control: vulnerabilitiesMended }
const approve = byChecks(approval, 'approval', [10, 55], 'Read, tried, may go')
const reviewScan = byChecks(scanReview, 'scan', [5, 50], 'Nothing that is overdue')
const signOff = { by, name: 'model-sign-off', control: modelSignOff }

/** Decisions about models, some late, and a review. */
function modelDecisions(built: readonly Built[], span: Span): Decision[] {
  const models = built.filter((it) => it.template_reference_name === 'fraud-scoring')
  const review = {
    from: startAt(span, modelReview.from),
    to: startAt(span, modelReview.to),
  }
  const reviewed = models.filter(({ at }) => at < review.from).slice(-modelReview.models)
  return models.flatMap((model) => [
    ...firstDecisions(model),
    ...(reviewed.includes(model)
      ? [signOffModel(model, review.from, false), signOffModel(model, review.to, true)]
      : []),
  ])
}

function firstDecisions(model: Built): Decision[] {
  const random = randomOf(`decision ${String(model.report.fingerprint)}`)
  const isLate = random() < 0.3
  const isRefused = random() < 0.1
  const delay = isLate ? random.between(20, 34) * hour : random.between(60, 300) * minute
  const first = signOffModel(model, model.at + delay, !isRefused)
  if (!isRefused) return [first]
  return [first, signOffModel(model, model.at + delay + random.between(20, 44) * hour, true)]
}

const signOffModel = (model: Built, at: number, is_compliant: boolean) => {
  const comment = is_compliant ? 'May score payments' : 'The travel segment needs another look'
  return decide(model, signOff, at, is_compliant, comment)
}

interface DecisionKind {
  by: string
  /** Of the attestation. */
  name: string
  control: DemoControl
}

type Decision = StepSequence & { steps: [Step] }

function decide(
  { trail, report, change }: Built,
  { by, name, control }: DecisionKind,
  at: number,
  is_compliant: boolean,
  comment: string,
): Decision {
  const json = {
    attestation_name: name,
    artifact_fingerprint: report.fingerprint,
    type_name: 'decision',
    control: control.identifier,
    attestation_data: {
      is_compliant,
      comment,
      change: change.title,
      ...(!is_compliant && { violations: [{ message: comment }] }),
    },
  }
  const path = `/attestations/{org}/${trail}/system`
  return { of: trail, steps: [{ at, by, method: 'POST', path, json, isForm: true }] }
}
