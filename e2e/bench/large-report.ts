import { createHash } from 'node:crypto'
import { connectTo } from '../database.ts'
import { cairn, type Service } from '../service.ts'
import { processorTime } from './processor-time.ts'
import { median } from './time-by-turns.ts'

const artifacts = 5000
const repeats = 10
const org = 'large-report'

/** User of the reports, and path of the environment in the dashboard. */
export const benchUser = 'bench-report'
export const environmentPath = `${org}/environments/cluster`

/** Costs of a large environment; times in milliseconds. */
interface LargeReport {
  artifacts: number
  first: number
  unchanged: number
  changed: number
  /** Processor time of one of these, that of the database and of what follows included. */
  processor: number
  /** Rows of `running` added by one changed artifact. */
  rows: number
  /** Average growth of the database with a changed report. */
  bytes: number
  read: number
}

/** Reports a cluster of 5,000 artifacts, then unchanged, then with one artifact changed each time. */
export async function measureLargeReport({
  host,
  dataDir,
  process: { pid },
}: Service): Promise<LargeReport> {
  cairn(dataDir, 'user', 'add', benchUser)
  cairn(dataDir, 'org', 'add', org, '--owner', benchUser)
  const headers = {
    authorization: `Bearer ${cairn(dataDir, 'key', 'add', benchUser)}`,
    'content-type': 'application/json',
  }
  const client = await connectTo(dataDir)
  const time = async (method: string, path: string, json?: object) => {
    const body = json && JSON.stringify(json)
    const begun = performance.now()
    const response = await fetch(`${host}/api/v2${path}`, {
      method,
      headers,
      ...(body && { body }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} was answered ${text}`)
    return performance.now() - begun
  }
  const report = (digests: readonly string[]) =>
    time('PUT', `/environments/${org}/cluster/report/K8S`, { artifacts: digests.map(podOf) })
  const size = async () => {
    const { rows } = await client.query<{ rows: string; bytes: string }>(
      `select (select count(*) from running) as rows, pg_database_size(current_database()) as bytes`,
    )
    return { rows: Number(rows[0]?.rows), bytes: Number(rows[0]?.bytes) }
  }

  await time('PUT', `/environments/${org}`, { name: 'cluster', type: 'K8S' })
  const digests = Array.from({ length: artifacts }, (_, number) => digestOf(`image ${number}`))
  const first = await report(digests)
  const [unchanged, changed, read] = [[] as number[], [] as number[], [] as number[]]
  for (let turn = 0; turn < repeats; turn += 1) unchanged.push(await report(digests))
  const before = await size()
  const timeBefore = processorTime([Number(pid)])
  for (let turn = 0; turn < repeats; turn += 1) {
    digests[turn] = digestOf(`image ${turn}, mended`)
    changed.push(await report(digests))
  }
  const processor = (processorTime([Number(pid)]) - timeBefore) / repeats
  const after = await size()
  for (let turn = 0; turn < repeats; turn += 1) {
    read.push(await time('GET', `/snapshots/${org}/cluster/-1`))
  }
  await client.end()
  return {
    artifacts,
    first,
    unchanged: median(unchanged),
    changed: median(changed),
    processor,
    rows: (after.rows - before.rows) / repeats,
    bytes: (after.bytes - before.bytes) / repeats,
    read: median(read),
  }
}

/**
 * Reports a cluster of 5,000 artifacts, and returns a function that reports it with another one
 * changed.
 */
export async function largeReports(
  host: string,
  name: string,
  authorization: string,
): Promise<(number: number) => Promise<void>> {
  const digests = Array.from({ length: artifacts }, (_, number) => digestOf(`image ${number}`))
  const put = async (path: string, json: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const url = `${host}/api/v2/environments/${name}${path}`
    const response = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(json) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${url} was answered ${text}`)
  }
  const report = () => put('/cluster/report/K8S', { artifacts: digests.map(podOf) })
  await put('', { name: 'cluster', type: 'K8S' })
  await report()
  return (number) => {
    digests[number % artifacts] = digestOf(`image, mended ${number}`)
    return report()
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

const podOf = (digest: string, number: number) => ({
  podName: `service-${number}-7d9c5b6f4-x2x4z`,
  namespace: `team-${number % 20}`,
  digests: { [`registry.example.com/service-${number}:1.0`]: digest },
  creationTimestamp: 1_700_000_000 + number,
  owners: [
    { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `service-${number}-7d9c5b6f4`, uid: digest },
  ],
})
