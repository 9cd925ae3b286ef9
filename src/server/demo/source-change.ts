import { people, type Team, teams } from './company.ts'
import type { SourceChange } from './evidence/report-context.ts'
import type { DemoFlow } from './flow.ts'
import type { Random } from './random.ts'

/** Position of a change in a flow's story. */
export interface Moment {
  index: number
  /** Trails of the flow. */
  count: number
  /** Number of the flow, so that flows of one team or repository share no issue numbers. */
  slot: number
  /** Unix seconds. */
  at: number
  random: Random
}

const slots = 16

/** The change that a trail builds: made up by the flow's team, or the fix of a failing check. */
export function changeOf(flow: DemoFlow, { index, count, slot, at, random }: Moment): SourceChange {
  const team: Team = teams[flow.team]
  const author = people[random.pick(team.members)]
  const mended = flow.troubles?.find(({ to }) => to < 1 && Math.ceil(to * count) === index)
  const title = mended ? mended.mend : random.pick(messagesOf(flow))
  const order = Math.round((index / count) * 300) * slots + slot
  const number = 400 + order
  const issue = `${team.jira}-${team.firstIssue + order}`
  const others = colleagues(team.members, author.username)
  const first = random.pick(others)
  const second = random.pick(others)
  const branch = `${mended ? 'fix' : 'feature'}/${issue.toLowerCase()}`
  return {
    sha: random.hex(40),
    title,
    branch,
    author,
    approvers: first === second ? [first] : [first, second],
    number,
    issue,
    at: Math.round(at - random.between(40, 400)),
  }
}

/** Approvers: one or two of the team, or of the whole company for a team of two. */
const colleagues = (members: readonly (keyof typeof people)[], author: string) => {
  const others = members.map((key) => people[key].username).filter((name) => name !== author)
  return others.length ? others : [people.mei.username]
}

/** Commit messages: a flow's own, else its team's. */
const messagesOf = ({ name, team }: Pick<DemoFlow, 'name' | 'team'>): readonly string[] =>
  ofFlows[name] ?? ofTeams[team]

const ofFlows: Partial<Record<string, readonly string[]>> = {
  'ops-scripts': [
    'Drain a node before it is replaced',
    'Print what a failover would move',
    'Rotate the certificates of the proxies',
  ],
  'ledger-migrations': [
    'Add an index on booking date',
    'Split the journal into months',
    'Drop the columns of the old queue',
    'Widen the counterparty reference',
    'Add a table for closed periods',
    'Backfill the value date',
  ],
  'statements-batch': [
    'Print the new bank address',
    'Archive statements after ten years',
    'Render large statements in parts',
    'Update the tax summary',
  ],
  notifications: [
    'Batch letters by postcode',
    'Respect quiet hours in every time zone',
    'Stop mailing addresses that bounce',
    'Translate the login warning',
    'Send large payments as push first',
    'Let customers choose a channel',
  ],
  'customer-portal': [
    'Show pending payments in the overview',
    'Let a standing order be paused',
    'Download statements as one file',
    'Ask before a device is removed',
    'Group accounts by their owner',
    'Load the overview in one request',
  ],
  'mobile-app': [
    'Unlock with biometry after an update',
    'Keep the basket when offline',
    'Open the app from a push message',
    'Use the new icons in the tab bar',
    'Start half a second faster',
    'Show delivery on a map',
  ],
  'checkout-web': [
    'Focus the first error in the address form',
    'Keep the cart after signing in',
    'Fix the price of bundles with a voucher',
    'Show the delivery date before payment',
    'Save a card with consent only',
    'Say which field the bank refused',
    'Fix double submit on slow networks',
    'Offer the last used address first',
  ],
  'loyalty-points': [
    'Round points down',
    'Expire points after two years',
    'Show points on the receipt',
    'Stop accrual for returns',
  ],
}

const ofTeams: Record<keyof typeof teams, readonly string[]> = {
  ledger: [
    'Round half to even in fee totals',
    'Drop the legacy posting queue',
    'Validate the IBAN before the debit',
    'Cache exchange rates for a minute',
    'Refuse postings into a closed period',
    'Index journal entries by booking date',
    'Store balances per currency',
    'Retry a posting once after a deadlock',
    'Show the counterparty in the journal',
    'Raise the batch size of the nightly close',
    'Log the correlation id of partner errors',
  ],
  payments: [
    'Retry acquirer calls once',
    'Add the SEPA instant return codes',
    'Expire card tokens after a year',
    'Mask card numbers in traces',
    'Send the end-to-end reference with refunds',
    'Upgrade the message broker client',
    'Time out 3-D Secure after five minutes',
    'Let a mandate be paused',
  ],
  shop: [
    'Show delivery dates on the product page',
    'Load the search index on demand',
    'Translate the returns form',
    'Fix the price of bundles with a voucher',
    'Say when an article is back in stock',
    'Use the new icons in the header',
    'Focus the first error in the address form',
    'Move size charts into a dialog',
    'Remember filters between searches',
    'Shrink the hero image on phones',
    'Announce changes of the cart to screen readers',
  ],
  risk: [
    'Retrain on the third quarter',
    'Add a velocity feature for new devices',
    'Lower the review threshold for travel',
    'Drop the postcode feature',
    'Score instant payments in a queue of their own',
    'Explain a score by its five largest features',
    'Cache device fingerprints for an hour',
    'Read features from the replica',
  ],
  platform: [
    'Upgrade the clusters to 1.33',
    'Rotate the database certificates',
    'Move build runners to arm64',
    'Give batch jobs a node pool of their own',
    'Raise the connection limit of the ledger database',
    'Retry requests that were rate limited',
    'Publish types with the package',
    'Sign requests with the new clock',
    'Tag buckets with their owner',
    'Alert on certificates that expire in a month',
  ],
}
