import { authors, commitMessages, type DemoFlow, flows } from './company.ts'
import { type Random, randomFrom } from './random.ts'

/** One call of the demo's pipelines: what is sent, and when, in seconds before now. */
export interface Step {
  ago: number
  method: 'PUT' | 'POST'
  /** Relative to `/api/v2`, `{org}` still to be filled in. */
  path: string
  json: Record<string, unknown>
  file?: { part: string; name: string; text: string }
  /** A multipart request, with or without a file. */
  multipart?: boolean
}

const day = 86_400
const period = 90 * day

/** Everything the company's pipelines reported in 90 days, oldest first; always the same. */
export function story(): Step[] {
  const random = randomFrom(20261121)
  return flows
    .flatMap((flow, index) => [flowStep(flow, period + day - index), ...trailSteps(flow, random)])
    .sort((a, b) => b.ago - a.ago)
}

function flowStep(flow: DemoFlow, ago: number): Step {
  const { name, description, visibility } = flow
  const file = { part: 'template_file', name: 'template.yml', text: template(flow) }
  const json = { name, description, visibility }
  return { ago, method: 'PUT', path: '/flows/{org}/template_file', json, file }
}

function template({ artifacts }: DemoFlow): string {
  const slots = artifacts
    .map((name) =>
      [
        `    - name: ${name}`,
        '      attestations:',
        '        - name: unit-tests',
        '          type: junit',
        '        - name: container-scan',
        '          type: generic',
      ].join('\n'),
    )
    .join('\n')
  return `version: 1
trail:
  attestations:
    - name: code-review
      type: generic
    - name: change-ticket
      type: generic
  artifacts:
${slots}
`
}

function trailSteps(flow: DemoFlow, random: Random): Step[] {
  return Array.from({ length: flow.trails }, (_, index) => {
    const share = (index + 0.2 + 0.6 * random()) / flow.trails
    return oneTrail(flow, index, period * (1 - share) + 900, random)
  }).flat()
}

function oneTrail(flow: DemoFlow, index: number, start: number, random: Random): Step[] {
  const sha = random.hex(40)
  const trail = `${flow.name}-${412 + index}`
  const failing = random() < flow.failing
  const unfinished = random() < flow.unfinished
  const repository = `https://git.northgate.example/${flow.name}`
  const commit = {
    sha1: sha,
    message: random.pick(commitMessages),
    author: random.pick(authors),
    branch: 'main',
    timestamp: Math.round(Date.now() / 1000 - start - 600),
    url: `${repository}/commit/${sha}`,
  }
  const run = `https://ci.northgate.example/${flow.name}/${1200 + index}`
  let ago = start
  const step = (seconds: number, rest: Omit<Step, 'ago'>): Step => {
    ago -= seconds
    return { ago, ...rest }
  }
  const attest = (
    kind: string,
    name: string,
    more: object,
    file?: Step['file'],
  ): Omit<Step, 'ago'> => ({
    method: 'POST',
    path: `/attestations/{org}/${flow.name}/trail/${trail}/${kind}`,
    json: { attestation_name: name, origin_url: run, git_commit_info: commit, ...more },
    ...(file ? { file } : { multipart: true }),
  })

  const steps = [
    step(0, {
      method: 'PUT',
      path: `/trails/{org}/${flow.name}`,
      json: { name: trail, git_commit_info: commit, origin_url: run },
      multipart: true,
    }),
    step(random.between(4, 30), attest('generic', 'code-review', { user_data: { approvals: 2 } })),
    step(
      random.between(2, 20),
      attest('generic', 'change-ticket', { description: `LED-${2000 + index}` }),
    ),
  ]
  for (const artifact of flow.artifacts) {
    const fingerprint = random.hex(64)
    const about = { artifact_fingerprint: fingerprint }
    steps.push(
      step(random.between(60, 240), {
        method: 'POST',
        path: `/artifacts/{org}/${flow.name}`,
        json: {
          fingerprint,
          filename: `${artifact}:4.${12 + index}.0`,
          git_commit: sha,
          git_commit_info: commit,
          build_url: run,
          commit_url: commit.url,
          repo_url: repository,
          template_reference_name: artifact,
          trail_name: trail,
        },
      }),
    )
    const results = junit(flow, failing && artifact === flow.artifacts[0], random)
    const xml = { part: 'attachment_file', name: 'unit-tests.xml', text: junitXml(results) }
    steps.push(
      step(
        random.between(30, 200),
        attest('junit', 'unit-tests', { ...about, junit_results: results }, xml),
      ),
    )
    if (unfinished && artifact === flow.artifacts[0]) continue
    steps.push(step(random.between(10, 90), attest('generic', 'container-scan', about)))
  }
  return steps
}

function junit(flow: DemoFlow, failing: boolean, random: Random) {
  return flow.suites.map((name, index) => ({
    name,
    total: random.between(12, 60),
    failures: failing && index === 0 ? random.between(1, 4) : 0,
    errors: 0,
    skipped: random.between(0, 2),
    duration: random.between(50, 4200) / 100,
  }))
}

function junitXml(results: ReturnType<typeof junit>): string {
  const suites = results.map(
    ({ name, total, failures, errors, skipped, duration }) =>
      `  <testsuite name="${name}" tests="${total}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${duration}"/>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`
}
