import { hour, instantAt, minute, type Span } from './calendar.ts'
import { reporters } from './company.ts'
import { digestOf } from './environment/instances.ts'
import {
  allowed,
  type DemoPolicy,
  fileOf,
  modelReview,
  modelSignOff,
  policies,
} from './policies.ts'
import { randomOf } from './random.ts'
import type { Run, Step } from './step.ts'
import type { Built } from './trail.ts'

const by = reporters.security

/** What becomes of the rules: policies stored and attached, a control, an exception. */
export function policyRuns(span: Span): Run[] {
  const control: Step = {
    at: startAt(span, modelSignOff.since),
    by,
    method: 'POST',
    path: '/controls/{org}',
    json: withoutSince(modelSignOff),
  }
  const exception: Step = {
    at: startAt(span, allowed.since),
    by,
    method: 'PUT',
    path: `/allowlists/{org}/${allowed.environment}`,
    json: {
      artifact_fingerprint: digestOf(allowed.name),
      artifact_name: allowed.name,
      description: allowed.description,
    },
  }
  return [
    ...policies.flatMap((policy, number) => ofPolicy(policy, number, span)),
    alone('control', control),
    alone('allow-list', exception),
  ]
}

const withoutSince = ({ since: _, ...rest }: typeof modelSignOff) => rest
const alone = (of: string, step: Step): Run => ({ of, isAlone: true, steps: [step] })

/** What is said to have been there from the beginning follows the environments. */
const startAt = (span: Span, share: number) =>
  share === 0 ? span.begin + 10 * minute : Math.round(instantAt(span, share))

function ofPolicy(policy: DemoPolicy, number: number, span: Span): Run[] {
  const { name, description, versions, attached } = policy
  const stored = versions.map(({ since, comment, rules }): Step => {
    return {
      at: startAt(span, since) + number,
      by,
      method: 'PUT',
      path: '/policies/{org}',
      json: { name, description, comment, type: 'env' },
      isForm: true,
      jsonPart: 'payload',
      file: { part: 'policy_file', name: `${name}.yml`, text: fileOf(rules) },
    }
  })
  const attachments = Object.entries(attached).map(([environment, since], place): Step => {
    return {
      at: startAt(span, since) + minute + number * minute + place,
      by,
      method: 'POST',
      path: `/environments/{org}/${environment}/policies`,
      json: { policy_names: [name] },
    }
  })
  return [...stored, ...attachments].map((step) => alone(`policy/${name}`, step))
}

/** Decisions about the models that were built since the control is there, some late, and a review. */
export function decisionRuns(built: readonly Built[], span: Span): Run[] {
  const models = built.filter((it) => it.template_reference_name === 'fraud-scoring')
  const review = {
    from: startAt(span, modelReview.from),
    to: startAt(span, modelReview.to),
  }
  const reviewed = models.filter(({ at }) => at < review.from).slice(-modelReview.models)
  const decisions = models.flatMap((model) => [
    ...firstDecisions(model),
    ...(reviewed.includes(model)
      ? [decide(model, review.from, false), decide(model, review.to, true)]
      : []),
  ])
  const madeAt = startAt(span, modelSignOff.since)
  return decisions.filter(({ steps: [step] }) => step.at > madeAt && step.at <= span.end)
}

function firstDecisions(model: Built): Decision[] {
  const random = randomOf(`decision ${String(model.report.fingerprint)}`)
  const isLate = random() < 0.3
  const isRefused = random() < 0.1
  const delay = isLate ? random.between(20, 34) * hour : random.between(60, 300) * minute
  const first = decide(model, model.at + delay, !isRefused)
  if (!isRefused) return [first]
  return [first, decide(model, model.at + delay + random.between(20, 44) * hour, true)]
}

type Decision = Run & { steps: [Step] }

function decide({ trail, report, change }: Built, at: number, is_compliant: boolean): Decision {
  const comment = is_compliant ? 'May score payments' : 'The travel segment needs another look'
  const json = {
    attestation_name: 'model-sign-off',
    artifact_fingerprint: report.fingerprint,
    type_name: 'decision',
    control: modelSignOff.identifier,
    attestation_data: { is_compliant, comment, model: change.title },
  }
  const path = `/attestations/{org}/${trail}/system`
  return { of: trail, steps: [{ at, by, method: 'POST', path, json, isForm: true }] }
}
