import { flow } from './every-page-list.ts'
import { visit } from './open-by-link.ts'
import { watchRequests } from './quiet.ts'
import { expect, test } from './world.ts'

test.describe.configure({ mode: 'parallel' })

/** Every page with a list. */
const lists = [
  // First, so that it is loaded by its address: other tests open it by links.
  '/{org}/settings/audit-log',
  '/{org}/flows',
  '/{org}/trails',
  `/{org}/flows/${flow}/trails`,
  `/{org}/flows/${flow}/artifacts`,
  `/{org}/flows/${flow}/attestations`,
  `/{org}/flows/${flow}/matrix`,
  '/{org}/builds',
  '/{org}/attestations',
  '/{org}/environments',
  '/{org}/environments/every-place/events',
  '/{org}/environments/every-place/snapshots',
  '/{org}/environments/every-place/deployments',
  '/{org}/environments/every-place/running',
  '/{org}/events',
  '/{org}/exceptions',
  '/{org}/policies',
  '/{org}/controls',
  '/{org}/decisions',
  '/{org}/settings/members',
  '/{org}/settings/service-accounts',
  '/{org}/settings/notifications',
  '/{org}/settings/attestation-types',
]

const long = 'x'.repeat(3_000)
/** Junk in addresses, by people and programs: each parameter is read by itself. */
const junk = [
  'page=-1&per_page=-5&sort=bogus&sort_direction=UP&view=bogus&by=bogus&group=bogus&snapshot=-1' +
    '&q=%00&name=%00&repo_name=%00&flow_name=%00&attestation_name=%00&reported_by=%00&tag=%00',
  'page=1.5&per_page=abc&page[]=1&cols=bogus&cols=,,,&archived=maybe&archived=true&index=abc' +
    '&tag=:&tag=a:b:c&range=bogus&__proto__=x&constructor=y&ignored=x&fingerprint=zz&actor=%3Cb%3E',
  'page=99999999999999999999&per_page=99999999999999999999&from_timestamp=abc&start_ts=1e30&end_ts=x',
  'page=2147483647&verdict=COMPLIANT&verdict=compliant&verdict=Non-Compliant&verdict=nonsense' +
    `&q=${long}&name=${long}&flow_name=${long}&from_timestamp=2000000000&to_timestamp=1000000000`,
  'page=1&page=2&q=a&q=b&name=a&name=b&state=ACTIVE&state=x&type=k8s&type=?&compliant=TRUE',
]

// Split for several workers: a page of its own for each list takes longer than most of its checks.
const shares = 6
for (let share = 0; share < shares; share += 1) {
  const own = [...lists.entries()].filter(([place]) => place % shares === share)
  test(`each of ${own.length} lists is read whatever stands in its address: share ${share + 1}`, async ({
    signedIn: page,
    world,
  }) => {
    const quiet = watchRequests(page)
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
    })
    for (const [place, address] of own) {
      const path = address.replace('{org}', world.org)
      const first = place % junk.length
      for (const search of [...junk.slice(first), ...junk.slice(0, first)]) {
        const label = `${address}?${search}`
        refused.length = 0
        // The first list of each share is opened directly, with another one of them.
        await visit(page, `${world.host}${path}?${search}`)
        await expect(page.getByRole('heading', { level: 1 }), label).toBeVisible()
        await quiet()
        // Verdicts are read however they are spelled; what is no verdict is named.
        const wrong = page.getByText(/could not be (loaded|shown|read)|verdict=(non-)?compliant/i)
        await expect.soft(wrong, label).toHaveCount(0)
        expect.soft(refused, label).toEqual([])
      }
    }
  })
}
