import { connectTo } from '../database.ts'
import { cairn, type Service } from '../service.ts'
import { type EnvironmentSize, multiplyEnvironments } from './environment-seed.ts'
import { type PageTimes, timeInterleaved } from './time-by-turns.ts'

type Size = 'small' | 'large'
const organizations: Record<Size, EnvironmentSize & { org: string }> = {
  small: { org: 'few-places', environments: 10, snapshots: 100 },
  large: { org: 'many-places', environments: 1000, snapshots: 100_000 },
}
const user = 'bench-places'

/** Measures pages about environments in organizations of two sizes, alternately. */
export async function* measureEnvironmentsAtSize(service: Service): AsyncGenerator<PageTimes> {
  const { host, dataDir } = service
  cairn(dataDir, 'user', 'add', user)
  const headers = { authorization: `Bearer ${cairn(dataDir, 'key', 'add', user)}` }
  const client = await connectTo(dataDir)
  for (const { org, ...size } of Object.values(organizations)) {
    cairn(dataDir, 'org', 'add', org, '--owner', user)
    const send = sender(`${host}/api/v2`, headers)
    await seed(send, org)
    await multiplyEnvironments(client, org, size)
    const members = ['0000', '0001', '0002', '0003', '0004'].map((number) => `place-${number}`)
    const logical = { name: 'some', type: 'logical', included_environments: members }
    await send('PUT', `/environments/${org}`, logical)
  }
  await client.query('vacuum analyze')
  await client.end()
  yield* measureEnvironmentPages(service, headers)
}

/** Measures the pages in filled organizations. */
async function* measureEnvironmentPages(
  service: Service,
  headers: Record<string, string>,
): AsyncGenerator<PageTimes> {
  for (const [name, path] of Object.entries(pages)) {
    const url = (size: Size) => `${service.host}/api/v2${path(organizations[size], size)}`
    const urls = { small: url('small'), large: url('large') }
    yield { name, ...(await timeInterleaved(service, urls, headers)) }
  }
}

type Filled = (typeof organizations)[Size]
const list = ({ org }: Filled, query: string) => `/cairn/${org}/environments?per_page=10&${query}`
const lastPage = ({ environments }: Filled) => environments / 10
/** Returns the number of snapshots of the first environment. */
const length = ({ snapshots }: Filled) => (snapshots * 6) / 10
const snapshots = ({ org }: Filled, rest: string) => `/snapshots/${org}/place-0000${rest}`
const events = ({ org }: Filled, query: string, name = 'place-0000') =>
  `/environments/${org}/${name}/events?per_page=15&${query}`
const page = (size: Filled, share: number) => Math.max(1, Math.floor((length(size) / 15) * share))

/** In a small organization a rare repository has no page of events: beside one stands a common one. */
const ofRepo = (size: Size, name?: string) =>
  events(organizations.large, `repo_name=${size === 'small' ? 'common' : 'rare'}`, name)

const pages: Record<string, (filled: Filled, size: Size) => string> = {
  'environments, first page': (size) => list(size, 'page=1'),
  'environments, last page': (size) => list(size, `page=${lastPage(size)}`),
  'environments by tag, first page': (size) => list(size, 'tag=team:core'),
  'environments by tag, last page': (size) => list(size, `tag=team:core&page=${lastPage(size)}`),
  'environments by last change, first page': (size) =>
    list(size, 'sort=last_changed_at&sort_direction=desc'),
  'environments by last change, last page': (size) =>
    list(size, `sort=last_changed_at&sort_direction=desc&page=${lastPage(size)}`),
  'environments of the specification, first page': ({ org }) =>
    `/environments/${org}?page=1&per_page=10`,
  'one environment': ({ org }) => `/environments/${org}/place-0000`,
  'snapshots, first page': (size) => snapshots(size, '?page=1'),
  'snapshots, middle page': (size) => snapshots(size, `?page=${page(size, 0.5)}`),
  'snapshots, last page': (size) => snapshots(size, `?page=${page(size, 1)}`),
  'latest snapshot': (size) => snapshots(size, '/-1'),
  'middle snapshot': (size) => snapshots(size, `/${length(size) / 2}`),
  'old snapshot': (size) => snapshots(size, '/22'),
  'snapshot of a time': (size) => snapshots(size, `/${encodeURIComponent('@{45.days.ago}')}`),
  'difference of two snapshots': ({ org, ...size }) =>
    `/env-diff/${org}?snappish1=place-0000%23${length({ org, ...size }) / 2}&snappish2=place-0000`,
  'events, first page': (size) => events(size, ''),
  'events, last page': (size) => events(size, `page=${Math.floor((length(size) * 2) / 15)}`),
  'events, page 100,000': (size) => events(size, 'page=100000'),
  'events, middle interval': (size) =>
    events(size, `interval=${length(size) / 2}..${length(size) / 2 - 10}`),
  'events, of two days': (size) => events(size, 'start=40days&end=38days'),
  'events of a quiet environment': (size) => events(size, '', 'place-0009'),
  'events of a common repository': (size) => events(size, 'repo_name=common'),
  'events of a rare repository beside a common one': (_, size) => ofRepo(size),
  'events of a repository that never ran there': (size) => events(size, 'repo_name=seldom'),
  'event log, first page': ({ org }) => `/cairn/${org}/environment-events`,
  'events of a logical environment': (size) => events(size, '', 'some'),
  'events of a logical environment, of a rare repository beside a common one': (_, size) =>
    ofRepo(size, 'some'),
}

type Send = (method: 'PUT' | 'POST' | 'PATCH', path: string, json: object) => Promise<void>

const sender =
  (api: string, headers: Record<string, string>): Send =>
  async (method, path, json) => {
    const type = { 'content-type': 'application/json' }
    const request = { method, headers: { ...headers, ...type }, body: JSON.stringify(json) }
    const response = await fetch(`${api}${path}`, request)
    if (!response.ok) throw new Error(`${path} was answered ${await response.text()}`)
  }

/** Creates one environment with one report, and a build of each repository. */
async function seed(send: Send, org: string): Promise<void> {
  await send('PUT', `/flows/${org}`, { name: 'shop' })
  await send('PUT', `/environments/${org}`, { name: 'place-0000', type: 'server' })
  await send('PATCH', `/tags/${org}/environment/place-0000`, { set_tags: { team: 'core' } })
  for (const [name, digit] of Object.entries({ common: 'a', rare: 'b', seldom: 'c' })) {
    const commit = digit.repeat(40)
    const url = `https://github.com/shop/${name}`
    await send('POST', `/artifacts/${org}/shop`, {
      ...{ fingerprint: digit.repeat(64), filename: name, template_reference_name: name },
      ...{ trail_name: 'one', git_commit: commit, build_url: url, repo_url: url },
      commit_url: `${url}/commit/${commit}`,
      git_commit_info: { sha1: commit, message: 'Mend', timestamp: 1_700_000_000 },
      repo_info: { id: name, name, url, provider: 'github' },
    })
  }
  const artifacts = [{ digests: { seed: 'a'.repeat(64) }, creationTimestamp: 1_700_000_000 }]
  await send('PUT', `/environments/${org}/place-0000/report/server`, { artifacts })
}
