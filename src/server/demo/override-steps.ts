import { day, hour, minute, type Span } from './calendar.ts'
import { reporters } from './company.ts'
import type { StepSequence, Step } from './step.ts'

/** An override of one of the newest reports of a check, counted from the newest. */
interface DemoOverride {
  path: RegExp
  check: string
  fromNewest: number
  by: string
  new_compliance_status: boolean
  reason: string
  /** Where the reason is argued. */
  ticket?: string
  description?: string
  /** Seconds after the story's end. */
  expires?: number
  /** Asked for, and approved by somebody else or still waiting. */
  request?: 'approved' | 'waiting'
  /** Hours after it was made. */
  withdrawn?: { after: number; by: string; reason: string }
}

const tickets = 'https://tickets.northgate.example/browse'
const proposals = '/cairn/{org}/override-proposals'

const baseImage = {
  path: /\/fraud-scoring\/trail\/.*snyk$/,
  check: 'container-scan',
  by: reporters.release,
  new_compliance_status: true,
  request: 'approved',
} as const

const overrides: readonly DemoOverride[] = [
  {
    ...baseImage,
    fromNewest: 4,
    reason: 'The vulnerable part of the image is never loaded by the scorer',
    ticket: 'RISK-702',
    description: 'Checked with the platform team; the next image does without it',
  },
  {
    ...baseImage,
    fromNewest: 3,
    reason: 'Accepted until the new base image is there',
    ticket: 'RISK-709',
    expires: 5 * day,
  },
  {
    ...baseImage,
    fromNewest: 2,
    reason: 'For the demonstration to the auditors, this once',
    expires: 15 * minute,
  },
  {
    ...baseImage,
    fromNewest: 0,
    request: 'waiting',
    reason: 'Once more: the new base image has come, and is being tried',
    ticket: 'RISK-709',
    expires: 9 * day,
  },
  {
    path: /\/sdk-js\/trail\/.*generic$/,
    check: 'license-check',
    fromNewest: 1,
    by: reporters.security,
    new_compliance_status: false,
    reason: 'The polyfill asks to be named, which the list of licences overlooks',
    ticket: 'LEGAL-131',
  },
  {
    path: /\/storefront-web\/trail\/.*generic$/,
    check: 'accessibility',
    fromNewest: 9,
    by: reporters.release,
    new_compliance_status: false,
    reason: 'The scan has looked at an empty page',
    withdrawn: { after: 5, by: reporters.security, reason: 'Run again with products: all is well' },
  },
]

/** Overrides of evidence by people, with reasons. */
export function overrideSteps(runs: readonly StepSequence[], span: Span): StepSequence[] {
  const reports = runs
    .flatMap(({ of, steps }) => steps.map((step) => ({ of, step })))
    .filter(({ step }) => step.path.startsWith('/attestations/') && step.at < span.end - 2 * hour)
    .sort((a, b) => b.step.at - a.step.at)
  return overrides.flatMap((override) => {
    const { path, check, fromNewest } = override
    const found = reports.filter(
      ({ step }) => path.test(step.path) && step.json?.attestation_name === check,
    )[fromNewest]
    return found ? [overrideOf(found.of, found.step, override, span)] : []
  })
}

function overrideOf(
  of: string,
  { path, at, json }: Step,
  { by, check, expires, request, withdrawn, ...override }: DemoOverride,
  span: Span,
): StepSequence {
  const [flow_name = '', , trail_name = ''] = of.split('/')
  const { reason, ticket, description, new_compliance_status } = override
  const madeAt = Math.min(at + 26 * hour, span.end - hour)
  const made: Step = {
    at: madeAt,
    by,
    method: 'POST',
    path: request ? proposals : '/cairn/{org}/overrides',
    json: {
      flow_name,
      trail_name,
      attestation_name: check,
      artifact_fingerprint: json?.artifact_fingerprint,
      original_attestation_type: path.split('/').at(-1),
      new_compliance_status,
      reason,
      ...(ticket && { external_urls: { ticket: `${tickets}/${ticket}` } }),
      ...(description && { description }),
      ...(expires && { expires_at: span.end + expires }),
    },
  }
  const found = {
    path: `/cairn/{org}/overrides?flow_name=${flow_name}&per_page=100`,
    where: { trail_name, attestation_name: check },
    field: 'override_id',
  }
  if (request === 'approved') {
    const at = Math.min(madeAt + 50 * minute, span.end - minute)
    const path = `${proposals}/{found}/approve`
    const approved: Step = { at, by: reporters.security, method: 'POST', path, json: {}, found }
    return { of, steps: [made, approved] }
  }
  if (!withdrawn) return { of, steps: [made] }
  const ended: Step = {
    at: Math.min(madeAt + withdrawn.after * hour, span.end - minute),
    by: withdrawn.by,
    method: 'POST',
    path: '/cairn/{org}/overrides/{found}/end',
    json: { reason: withdrawn.reason },
    found,
  }
  return { of, steps: [made, ended] }
}
