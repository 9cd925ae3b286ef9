import pg from 'pg'
import { connectTo } from '../database.ts'
import { cairn, type Service } from '../service.ts'
import { type PageTimes, timeInterleaved } from './time-by-turns.ts'

const flows = 10
const days = 90
const user = 'bench-size'

/** Measures pages of attestation lists in organizations of two sizes, alternately. */
export async function* measureListsAtSize(
  service: Service,
  sizes: { small: number; large: number },
  repeats: number,
): AsyncGenerator<PageTimes> {
  cairn(service.dataDir, 'user', 'add', user)
  const key = cairn(service.dataDir, 'key', 'add', user)
  const headers = { authorization: `Bearer ${key}` }
  const client = await connectTo(service.dataDir)
  for (const [org, count] of Object.entries(sizes)) {
    cairn(service.dataDir, 'org', 'add', org, '--owner', user)
    for (let flow = 0; flow < flows; flow += 1) await seed(service.host, org, flow, headers)
    await multiply(client, org, count)
  }
  await client.query('vacuum analyze')
  await foldingEnds(client)
  await client.end()
  yield* measurePages(service, headers, repeats)
}

/** Measures the pages in filled organizations. */
async function* measurePages(
  service: Service,
  headers: Record<string, string>,
  repeats: number,
): AsyncGenerator<PageTimes> {
  for (const { name, path, which } of pages) {
    const find = (org: 'small' | 'large') =>
      urlOf(`${service.host}/api/v2/attestations/${org}${path}`, which, headers)
    const urls = { small: await find('small'), large: await find('large') }
    yield { name, ...(await timeInterleaved(urls, headers, repeats)) }
  }
  for (const { name, path } of counts) {
    const find = (org: string) =>
      withTimes(`${service.host}/api/v2/cairn/${org}/attestations/${path}`)
    const urls = { small: find('small'), large: find('large') }
    yield { name, ...(await timeInterleaved(urls, headers, repeats)) }
  }
}

/** Counts of the explorer with all kinds of filters. */
const counts = [
  { name: 'facets', path: 'facets' },
  { name: 'facets of a long range', path: 'facets?{range}' },
  {
    name: 'facets of a name and a verdict',
    path: 'facets?attestation_name=rare&is_compliant=false',
  },
  { name: 'facets, not overridden', path: 'facets?overridden=false' },
  { name: 'facets of evidence', path: 'facets?record_type=evidence' },
  { name: 'days', path: 'days' },
  { name: 'days of a long range', path: 'days?{range}&attestation_type=junit' },
]

const twoOfEach =
  'flow_name=flow-1&flow_name=flow-2&attestation_name=check-4&attestation_name=check-5'

const pages = ['first', 'middle', 'last'].flatMap((which) =>
  [
    { name: 'flow', path: '/flow-0?' },
    { name: 'flow, one day', path: '/flow-0?{day}&' },
    { name: 'flow and name', path: '?flow_name=flow-0&attestation_name=check-4&' },
    { name: 'flow and rare name', path: '?flow_name=flow-0&attestation_name=rare&' },
    { name: 'flow and type', path: '?flow_name=flow-0&attestation_type=junit&' },
    { name: 'flow, non-compliant', path: '?flow_name=flow-0&is_compliant=false&' },
    { name: 'organization', path: '?' },
    { name: 'organization and name', path: '?attestation_name=check-4&' },
    { name: 'organization and rare name', path: '?attestation_name=rare&' },
    { name: 'organization, non-compliant', path: '?is_compliant=false&' },
    { name: 'organization, type', path: '?attestation_type=junit&' },
    { name: 'organization, reporter', path: `?reported_by=${user}&` },
    { name: 'organization, rare reporter', path: '?reported_by=somebody&' },
    { name: 'organization, overridden', path: '?overridden=true&' },
    { name: 'organization, evidence', path: '?record_type=evidence&' },
    { name: 'organization, overrides', path: '?record_type=override&' },
    { name: 'flow, evidence', path: '?flow_name=flow-0&record_type=evidence&' },
    {
      name: 'flow, reported non-compliant',
      path: '?flow_name=flow-0&record_type=evidence&reported_is_compliant=false&',
    },
    { name: 'two flows, two names', path: `?${twoOfEach}&` },
    { name: 'three filters and a range', path: `?${twoOfEach}&is_compliant=false&{range}&` },
    { name: 'organization, long range', path: '?{range}&' },
  ].map(({ name, path }) => ({ name: `${name}, ${which} page`, path, which })),
)

/** Sends one report, so that flow, trail and payload are stored by the service itself. */
async function seed(host: string, org: string, flow: number, headers: Record<string, string>) {
  const form = new FormData()
  form.set('data_json', JSON.stringify({ attestation_name: 'check-0', user_data: { run: 7 } }))
  const url = `${host}/api/v2/attestations/${org}/flow-${flow}/trail/one/generic`
  const response = await fetch(url, { method: 'POST', body: form, headers })
  if (response.status !== 201) throw new Error(`seeding was answered ${response.status}`)
}

/** Repeats the seeds over 90 days: half in the first flow, one in twenty non-compliant, few overrides. */
async function multiply(client: pg.Client, org: string, count: number): Promise<void> {
  await client.query(
    `create temporary table made as
      select organization.id as org_id, seeded.flow_id, seeded.trail_id, seeded.payload,
        number,
        extract(epoch from now()) - (number * ($2::float8 / $3)) as created_at,
        case when number % 499 = 0 then 'rare' else 'check-' || number % 12 end as name,
        case when number % 12 < 4 then 'junit' else 'generic' end as type,
        number % 20 <> 0 as is_compliant, number % 1009 = 0 as is_override,
        case when number % 997 = 0 then 'somebody' else seeded.reported_by end as reporter
      from generate_series(1, $3::integer) as number
      join organization on organization.name = $1
      join lateral (
        select attestation.*, row_number() over (order by flow.name) as place
        from attestation join flow on flow.id = attestation.flow_id
        where attestation.org_id = organization.id) as seeded
        on seeded.place = case when number % 2 = 0 then 1 else 1 + number / 2 % $4 end`,
    [org, days * 86_400, count, flows],
  )
  await client.query(`insert into attestation (org_id, id, flow_id, trail_id, name, type,
      is_compliant, is_override, target_artifacts, payload, created_at, reported_by)
    select org_id, lpad(to_hex(2000000000 - number), 8, '0') || '-0000-4000-8000-00000000', flow_id,
      trail_id, name, type, is_compliant, is_override, '{}', payload, created_at, reporter from made`)
  await client.query(`insert into attestation_delta
      (org_id, id, flow_id, day, name, type, is_compliant, is_override, reported_by, amount)
    select org_id, gen_random_uuid(), flow_id, floor(created_at / 86400)::integer, name, type,
      is_compliant, is_override, reporter, count(*) from made group by 1, 3, 4, 5, 6, 7, 8, 9`)
  await client.query('drop table made')
}

async function foldingEnds(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select 1 from attestation_delta limit 1')
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Returns the URL of the first, middle or last page of a list, or of a day or a long range. */
async function urlOf(url: string, which: string, headers: Record<string, string>) {
  const asked = withTimes(url)
  const first = await (await fetch(`${asked}page=1`, { headers })).json()
  const { page_count } = (first as { pagination: { page_count: number } }).pagination
  const page = { first: 1, middle: Math.ceil(page_count / 2), last: page_count }[which] ?? 1
  return `${asked}page=${page}`
}

/** Replaces a day and a long range in a URL by times. */
function withTimes(url: string): string {
  const ago = (days: number) => Math.floor(Date.now() / 1000 - days * 86_400)
  return url
    .replace('{day}', `from_timestamp=${ago(45)}&to_timestamp=${ago(44)}`)
    .replace('{range}', `from_timestamp=${ago(80)}&to_timestamp=${ago(5)}`)
}
