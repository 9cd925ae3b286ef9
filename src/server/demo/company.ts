/** A flow of the demo company: what it builds, and how often that goes wrong. */
export interface DemoFlow {
  name: string
  description: string
  visibility: 'public' | 'private'
  artifacts: string[]
  suites: string[]
  /** Trails in the 90 days. */
  trails: number
  /** Share of trails with failing tests, and with evidence that never came. */
  failing: number
  unfinished: number
}

/** The demo company, Northgate: a bank's ledger, its shop and its public library. */
export const flows: readonly DemoFlow[] = [
  {
    name: 'ledger-api',
    description: 'Double-entry ledger and posting',
    visibility: 'private',
    artifacts: ['ledger-api', 'ledger-worker'],
    suites: ['posting.PostingIT', 'journal.JournalIT', 'balance.BalanceIT', 'fx.RateFeedIT'],
    trails: 24,
    failing: 0.12,
    unfinished: 0.08,
  },
  {
    name: 'checkout-web',
    description: 'Storefront checkout bundle',
    visibility: 'private',
    artifacts: ['checkout-web'],
    suites: ['cart.CartTest', 'payment.CardFormTest', 'i18n.CurrencyTest'],
    trails: 30,
    failing: 0.08,
    unfinished: 0,
  },
  {
    name: 'fraud-scoring',
    description: 'Model service and features',
    visibility: 'private',
    artifacts: ['fraud-scoring'],
    suites: ['features.WindowTest', 'model.ThresholdTest'],
    trails: 18,
    failing: 0.05,
    unfinished: 0.2,
  },
  {
    name: 'sdk-js',
    description: 'Public browser library',
    visibility: 'public',
    artifacts: ['sdk-js'],
    suites: ['client.RetryTest', 'client.SigningTest'],
    trails: 11,
    failing: 0,
    unfinished: 0,
  },
]

export const authors = [
  'Ada Brandt <ada.brandt@northgate.example>',
  'Tomas Reyes <tomas.reyes@northgate.example>',
  'Mei Lindqvist <mei.lindqvist@northgate.example>',
  'Jonas Okoye <jonas.okoye@northgate.example>',
] as const

export const commitMessages = [
  'Retry partner calls once',
  'Round half to even in fee totals',
  'Drop the legacy posting queue',
  'Validate IBAN before the debit',
  'Cache exchange rates for a minute',
  'Fix double submit on slow networks',
  'Raise the session idle limit',
  'Log the correlation id of partner errors',
  'Upgrade the message broker client',
  'Split statement export by month',
] as const
