import type { FilledOrganizations, Size } from './filled-organizations.ts'
import { middleTrail } from './organization-seed.ts'
import { pageUrl } from './page-url.ts'
import { type PageTimes, timeInterleaved, type Turns } from './time-by-turns.ts'

/** Measures lists of trails, artifacts, builds and entries, and their details, by turns. */
export async function* measureRecordsAtSize(
  { service, headers, sizes }: FilledOrganizations,
  turns?: Turns,
): AsyncGenerator<PageTimes> {
  const within = (org: Size, path: string) => {
    const { trail, fingerprint } = middleTrail(org, sizes[org])
    const made = path.replace('{org}', org).replace('{trail}', trail)
    return `${service.host}/api/v2${made.replace('{fingerprint}', fingerprint)}`
  }
  for (const [name, path] of Object.entries(lists)) {
    for (const which of ['first', 'middle', 'last', '100000']) {
      const find = (org: Size) => pageUrl(within(org, path), which, headers)
      const urls = { small: await find('small'), large: await find('large') }
      const page = which === '100000' ? 'page 100,000' : `${which} page`
      yield { name: `${name}, ${page}`, ...(await timeInterleaved(service, urls, headers, turns)) }
    }
  }
  for (const [name, path] of Object.entries(others)) {
    const urls = { small: within('small', path), large: within('large', path) }
    yield { name, ...(await timeInterleaved(service, urls, headers, turns)) }
  }
}

const lists = {
  'trails of a flow': '/cairn/{org}/flows/flow-0/trails?',
  'trails of the organization': '/trails/{org}?',
  'trails of a name that all have': '/cairn/{org}/flows/flow-0/trails?name=build&',
  'artifacts of a flow': '/cairn/{org}/flows/flow-0/artifacts?',
  builds: '/cairn/{org}/builds?',
}

const others = {
  'trails of a name that is nowhere': '/cairn/{org}/flows/flow-0/trails?name=nowhere',
  'audit log': '/cairn/{org}/audit-log',
  'audit log, old entries': '/cairn/{org}/audit-log?before=250',
  'audit log of nobody': '/cairn/{org}/audit-log?actor=nobody',
  'audit log by day': '/cairn/{org}/audit-log/counts',
  'search for what is there': '/cairn/{org}/search?query={trail}',
  'search for a fingerprint': '/search/{org}/sha/{fingerprint}',
  flows: '/flows/{org}',
  'one flow': '/flows/{org}/flow-0',
  'one trail': '/trails/{org}/flow-0/{trail}',
  'verdicts of a trail': '/cairn/{org}/flows/flow-0/trails/{trail}/verdicts',
  'one attestation': '/attestations/{org}/flow-0/trail/{trail}/check-1',
  'one artifact of a flow': '/artifacts/{org}/flow-0/fingerprint/{fingerprint}',
  'one artifact': '/cairn/{org}/artifacts/{fingerprint}',
  'builds by day': '/cairn/{org}/builds/statistics',
}
