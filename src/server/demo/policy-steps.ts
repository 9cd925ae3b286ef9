import { barrier, type Step, type StepSequence } from './step.ts'
import { hour, minute, type Span, startAt } from './calendar.ts'
import { reporters } from './company.ts'
import { digestOf } from './environments/instances.ts'
import { allowed, requested, type DemoPolicy, fileOf, policies } from './policies.ts'

const by = reporters.security

/** Steps of policies: stored and attached, allowances, and a request for one that waits. */
export const policySteps = (span: Span): StepSequence[] => [
  barrier('allow-list', {
    at: span.end - 5 * hour,
    by: reporters.release,
    method: 'POST',
    path: '/cairn/{org}/allowance-proposals',
    json: {
      environment_name: requested.environment,
      artifact_fingerprint: digestOf(requested.name),
      artifact_name: requested.name,
      description: requested.description,
      expires_at: span.end + requested.expires,
    },
  }),
  ...policies.flatMap((policy, number) => ofPolicy(policy, number, span)),
  ...allowed.map(({ environment, name, description, since, expires }) =>
    barrier('allow-list', {
      at: startAt(span, since),
      by,
      method: 'PUT',
      path: `/allowlists/{org}/${environment}`,
      json: {
        artifact_fingerprint: digestOf(name),
        artifact_name: name,
        description,
        ...(expires && { expires_at: span.end + expires }),
      },
    }),
  ),
]

function ofPolicy(policy: DemoPolicy, number: number, span: Span): StepSequence[] {
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
  const attachments = Object.entries(attached).map(([environment, since], position): Step => {
    return {
      at: startAt(span, since) + minute + number * minute + position,
      by,
      method: 'POST',
      path: `/environments/{org}/${environment}/policies`,
      json: { policy_names: [name] },
    }
  })
  return [...stored, ...attachments].map((step) => barrier(`policy/${name}`, step))
}
