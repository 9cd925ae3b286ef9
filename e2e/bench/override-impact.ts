import { createHash } from 'node:crypto'
import { artifactReport } from '../artifact-report.ts'
import { putPolicy } from '../put-policy.ts'
import { cairn, type Service } from '../service.ts'
import { median } from './time-by-turns.ts'

const environments = 50
const repeats = 10
const org = 'override-impact'
const user = 'bench-overrides'
const fingerprint = createHash('sha256').update('shop').digest('hex')
const evidence = { attestation_name: 'scan', artifact_fingerprint: fingerprint }

/** Previews what an override flips in many environments; the time is in milliseconds. */
export async function measureOverrideImpact({
  host,
  dataDir,
}: Service): Promise<{ environments: number; preview: number }> {
  cairn(dataDir, 'user', 'add', user)
  cairn(dataDir, 'org', 'add', org, '--owner', user)
  const key = cairn(dataDir, 'key', 'add', user)
  const time = async (method: string, path: string, json: object, isForm = false) => {
    const form = new FormData()
    form.set('data_json', JSON.stringify(json))
    const begun = performance.now()
    const response = await fetch(`${host}/api/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? form : JSON.stringify(json),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} was answered ${text}`)
    return performance.now() - begun
  }
  await time(
    'POST',
    `/artifacts/${org}/shop`,
    artifactReport({
      fingerprint,
      filename: 'shop',
      git_commit: 'ab'.repeat(20),
      trail_name: 'one',
      template_reference_name: 'app',
    }),
  )
  const failing = { ...evidence, is_compliant: false }
  await time('POST', `/attestations/${org}/shop/trail/one/generic`, failing, true)
  const world = { host, org, key, dataDir }
  await putPolicy(world, 'scanned', '  attestations:\n    - {name: scan, type: generic}')
  const artifacts = [{ digests: { shop: fingerprint }, creationTimestamp: 1_700_000_000 }]
  for (let index = 0; index < environments; index += 1) {
    const path = `/environments/${org}`
    await time('PUT', path, { name: `prod-${index}`, type: 'server' })
    await time('PUT', `${path}/prod-${index}/report/server`, { artifacts })
    await time('POST', `${path}/prod-${index}/policies`, { policy_names: ['scanned'] })
  }
  const previews: number[] = []
  for (let turn = 0; turn < repeats; turn += 1) {
    const override = {
      ...evidence,
      flow_name: 'shop',
      trail_name: 'one',
      original_attestation_type: 'generic',
      new_compliance_status: true,
      reason: 'Looked at',
    }
    previews.push(await time('POST', `/cairn/${org}/overrides/impact`, override))
  }
  return { environments, preview: median(previews) }
}
