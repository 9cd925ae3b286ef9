/**
 * A person of the demo company, Northgate: a bank with a ledger, payments, a shop and a public
 * library. Its repositories are on two hosts of its own.
 */
interface Person {
  name: string
  username: string
}

export const people = {
  ada: { name: 'Ada Brandt', username: 'ada.brandt' },
  tomas: { name: 'Tomas Reyes', username: 'tomas.reyes' },
  mei: { name: 'Mei Lindqvist', username: 'mei.lindqvist' },
  jonas: { name: 'Jonas Okoye', username: 'jonas.okoye' },
  priya: { name: 'Priya Raman', username: 'priya.raman' },
  felix: { name: 'Felix Ahrens', username: 'felix.ahrens' },
  noor: { name: 'Noor Haddad', username: 'noor.haddad' },
  luca: { name: 'Luca Moretti', username: 'luca.moretti' },
  sanne: { name: 'Sanne de Wit', username: 'sanne.dewit' },
  kofi: { name: 'Kofi Mensah', username: 'kofi.mensah' },
  yuki: { name: 'Yuki Tanabe', username: 'yuki.tanabe' },
  elin: { name: 'Elin Sørensen', username: 'elin.sorensen' },
} as const satisfies Record<string, Person>

/** Reporters: a bot on each host, two people, by hand, and what watches the environments. */
export const reporters = {
  github: 'ci-github',
  gitlab: 'ci-gitlab',
  release: people.mei.username,
  security: people.jonas.username,
  environments: 'environment-watch',
} as const

export interface Team {
  members: readonly (keyof typeof people)[]
  /** Prefix of the team's Jira issues, and the number of the first one. */
  jira: string
  firstIssue: number
}

export const teams = {
  ledger: { members: ['ada', 'tomas', 'priya'], jira: 'LED', firstIssue: 2210 },
  payments: { members: ['felix', 'noor', 'ada'], jira: 'PAY', firstIssue: 1480 },
  shop: { members: ['luca', 'sanne', 'kofi'], jira: 'SHOP', firstIssue: 3905 },
  risk: { members: ['yuki', 'jonas'], jira: 'RISK', firstIssue: 611 },
  platform: { members: ['elin', 'kofi', 'mei'], jira: 'PLAT', firstIssue: 877 },
} as const satisfies Record<string, Team>

/** A source repository, as reports describe it in `repo_info`. */
interface Repository {
  provider: 'github' | 'gitlab'
  /** The host's own id. */
  id: string
  /** With its namespace. */
  path: string
  description: string
}

export const repositories = {
  ledger: {
    provider: 'github',
    id: '70411826',
    path: 'northgate/ledger',
    description: 'Double-entry ledger: API, worker, schema',
  },
  payments: {
    provider: 'github',
    id: '70988143',
    path: 'northgate/payments-gateway',
    description: 'Card and SEPA payments',
  },
  portal: {
    provider: 'github',
    id: '81200457',
    path: 'northgate/customer-portal',
    description: 'What customers see of their accounts',
  },
  infra: {
    provider: 'github',
    id: '66120938',
    path: 'northgate/platform-infra',
    description: 'Clusters, networks and databases as code',
  },
  sdk: {
    provider: 'github',
    id: '90577310',
    path: 'northgate/sdk-js',
    description: 'Public browser library',
  },
  shop: {
    provider: 'gitlab',
    id: '1184',
    path: 'northgate/shop/web',
    description: 'Storefront and checkout',
  },
  mobile: {
    provider: 'gitlab',
    id: '1207',
    path: 'northgate/shop/mobile',
    description: 'The app for Android and iOS',
  },
  risk: {
    provider: 'gitlab',
    id: '1033',
    path: 'northgate/risk/fraud-scoring',
    description: 'Model service and features',
  },
  batch: {
    provider: 'gitlab',
    id: '412',
    path: 'northgate/core/statements-batch',
    description: 'Monthly statements',
  },
} as const satisfies Record<string, Repository>

const hosts = {
  github: 'https://github.northgate.example',
  gitlab: 'https://gitlab.northgate.example',
}

/** Addresses of a repository's pages on its host. */
export function addresses({ provider, path }: Repository) {
  const base = `${hosts[provider]}/${path}`
  const inside = provider === 'github' ? base : `${base}/-`
  return {
    base,
    commit: (sha: string) => `${inside}/commit/${sha}`,
    change: (number: number) =>
      provider === 'github' ? `${base}/pull/${number}` : `${inside}/merge_requests/${number}`,
    run: (number: number) =>
      provider === 'github' ? `${base}/actions/runs/${number}` : `${inside}/pipelines/${number}`,
  }
}

export const jiraUrl = 'https://northgate.atlassian.example/browse'
export const sonarUrl = 'https://sonar.northgate.example'
