import { createHash } from 'node:crypto'
import { artifactReport } from '../artifact-report.ts'
import { connectTo } from '../database.ts'
import { cairn, type Service } from '../service.ts'
import { delayDuring, type LoopDelay } from './event-loop.ts'
import { median } from './time-by-turns.ts'

const size = { artifacts: 5000, policies: 10, flows: 10 }
const repeats = 10
const org = 'rule-counts'
const user = 'bench-rules'

const yamlOf = (index: number) => `_schema: https://cairn.example/policy/v1
artifacts:
  provenance:
    required: true
    exceptions:
      - if: \${{ matches(artifact.name, "^service-${index}[0-9]$") }}
  trail-compliance:
    required: true
  attestations:
    - {name: check-${index % 3}, type: generic}
    - {name: check-3, type: generic, if: '\${{ flow.tags.level > ${index} }}'}
`

const fingerprintOf = (number: number) =>
  createHash('sha256').update(`artifact ${number}`).digest('hex')

/** Costs of policies in a large environment; times in milliseconds. */
interface RuleCounts {
  artifacts: number
  policies: number
  /** Attaching all of them, which evaluates everything that runs. */
  attach: number
  /** How late the event loop is meanwhile. */
  delay: LoopDelay
  /** Reading the page of one, with the results of each of its rules. */
  page: number
}

/** Evaluates an environment by many policies, and reads the results of one of them. */
export async function measureRuleCounts(service: Service): Promise<RuleCounts> {
  const { host, dataDir } = service
  cairn(dataDir, 'user', 'add', user)
  cairn(dataDir, 'org', 'add', org, '--owner', user)
  const authorization = `Bearer ${cairn(dataDir, 'key', 'add', user)}`
  const time = async (method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData
    const begun = performance.now()
    const response = await fetch(`${host}/api/v2${path}`, {
      method,
      headers: { authorization, ...(!isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} was answered ${text}`)
    return performance.now() - begun
  }
  const form = (part: string, json: object, file?: string) => {
    const body = new FormData()
    body.set(part, JSON.stringify(json))
    if (file) body.set('policy_file', new Blob([file]), 'policy.yml')
    return body
  }

  for (let flow = 0; flow < size.flows; flow += 1) {
    await time('PUT', `/flows/${org}`, { name: `flow-${flow}` })
    await time('PATCH', `/tags/${org}/flow/flow-${flow}`, { set_tags: { level: String(flow) } })
    await time(
      'POST',
      `/artifacts/${org}/flow-${flow}`,
      artifactReport({
        fingerprint: fingerprintOf(flow),
        filename: `service-${flow}`,
        git_commit: 'ab'.repeat(20),
        trail_name: 'one',
        template_reference_name: 'app',
      }),
    )
    for (const check of [0, 1, 2, 3]) {
      const data = { attestation_name: `check-${check}`, is_compliant: (flow + check) % 4 > 0 }
      const path = `/attestations/${org}/flow-${flow}/trail/one/generic`
      await time('POST', path, form('data_json', data))
    }
  }
  await buildOthers(dataDir)
  await time('PUT', `/environments/${org}`, { name: 'prod', type: 'server' })
  await time('PUT', `/environments/${org}/prod/report/server`, {
    artifacts: Array.from({ length: size.artifacts }, (_, number) => ({
      digests: { [`service-${number}`]: fingerprintOf(number) },
      creationTimestamp: 1_700_000_000,
    })),
  })
  const policy_names = Array.from({ length: size.policies }, (_, index) => `policy-${index}`)
  for (const [index, name] of policy_names.entries()) {
    await time('PUT', `/policies/${org}`, form('payload', { name, type: 'env' }, yamlOf(index)))
  }
  let attach = 0
  const delay = await delayDuring(service, async () => {
    attach = await time('POST', `/environments/${org}/prod/policies`, { policy_names })
  })
  const pages: number[] = []
  for (let turn = 0; turn < repeats; turn += 1) {
    pages.push(await time('GET', `/cairn/${org}/policies/policy-3`))
  }
  return { ...size, attach, delay, page: median(pages) }
}

/** Makes every flow the origin of its share of the artifacts, each like its first one. */
async function buildOthers(dataDir: string): Promise<void> {
  const client = await connectTo(dataDir)
  const seed = `(select artifact.* from artifact join organization on organization.id = org_id
    where organization.name = $1)`
  await client.query(
    `insert into artifact (org_id, id, flow_id, trail_id, fingerprint, filename,
        template_reference_name, git_commit, build_url, commit_url, repo_url, created_at, created_by)
      select org_id, lpad(to_hex(number), 8, '0') || '-0000-4000-8000-00000003', flow_id, trail_id,
        encode(sha256(convert_to('artifact ' || number, 'UTF8')), 'hex'), 'service-' || number,
        'app', git_commit, '', '', '', created_at, created_by
      from generate_series(${size.flows}, ${size.artifacts - 1}) as number
      join ${seed} as seed on filename = 'service-' || number % ${size.flows}`,
    [org],
  )
  await client.query(
    `insert into artifact_state select org_id, id, flow_id, null, created_at from ${seed} as one
      on conflict do nothing`,
    [org],
  )
  await client.query('vacuum analyze artifact, artifact_state')
  await client.end()
}
