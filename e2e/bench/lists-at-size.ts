import { type FilledOrganizations, type Size, user } from './filled-organizations.ts'
import { flows } from './organization-seed.ts'
import { pageUrl, withTimes } from './page-url.ts'
import { type PageTimes, timeInterleaved, type Turns } from './time-by-turns.ts'

/** Measures pages of attestation lists in organizations of two sizes, alternately. */
export async function* measureListsAtSize(
  { service, headers }: FilledOrganizations,
  turns?: Turns,
): AsyncGenerator<PageTimes> {
  for (const { name, path, which } of [...pages, ...extremes]) {
    const find = (org: Size) =>
      pageUrl(`${service.host}/api/v2/attestations/${org}${path}`, which, headers)
    const urls = { small: await find('small'), large: await find('large') }
    yield { name, ...(await timeInterleaved(service, urls, headers, turns)) }
  }
  for (const { name, path } of counts) {
    const find = (org: string) =>
      withTimes(`${service.host}/api/v2/cairn/${org}/attestations/${path}`)
    const urls = { small: find('small'), large: find('large') }
    yield { name, ...(await timeInterleaved(service, urls, headers, turns)) }
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

const allFlows = Array.from({ length: flows }, (_, flow) => `flow_name=flow-${flow}`).join('&')

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

/** Filters that match nothing or everything, and a page past the end. */
const extremes = [
  { name: 'a name that is nowhere', path: '?attestation_name=nowhere&', which: 'first' },
  { name: 'all flows, first page', path: `?${allFlows}&`, which: 'first' },
  { name: 'all flows, last page', path: `?${allFlows}&`, which: 'last' },
  { name: 'organization, page 100,000', path: '?', which: '100000' },
  { name: 'flow, page 100,000', path: '/flow-0?', which: '100000' },
]
