import { readdirSync } from 'node:fs'

/**
 * Who may import what. A folder that no list names is a noun: one of the service stands above all
 * engines, one of the dashboard imports no other noun. Of several rules that match a file, the last
 * holds alone.
 */

/** Engines of the service, with all that each may import besides itself; `platform` is lowest. */
const storage = ['platform', 'database']
const requests = [...storage, 'request']
const writes = [...requests, 'unit-of-work']
const events = [...writes, 'outbox']
const records = [...events, 'audit-log']
const engines = {
  platform: [],
  egress: ['platform'],
  sandbox: ['platform'],
  jobs: storage,
  database: [
    'platform',
    // Members, accounts and entries are written across organizations by these.
    'audit-log/queries.ts',
    'member/change-members.ts',
    'member/queries.ts',
    'request/handler.ts',
    'service-account/limit-accounts.ts',
  ],
  request: [
    ...storage,
    // Types of what handlers are given.
    'egress/http-client.ts',
    'live-updates/feed.ts',
    'notification/delivery/senders/index.ts',
    'notification/preview/test-limit.ts',
    'sandbox/sandbox.ts',
  ],
  'unit-of-work': [
    ...requests,
    'evaluation/queue-queries.ts',
    'evaluation/queue.ts',
    'member/queries.ts',
    'service-account/queries.ts',
  ],
  outbox: [...writes, 'snapshot/queries.ts'],
  'audit-log': [...events, 'export'],
  idempotency: records,
  export: records,
  'live-updates': records,
  http: [...requests, 'audit-log', 'idempotency'],
  evaluation: [
    ...records,
    'jobs',
    'snapshot',
    'allow-list/queries.ts',
    'artifact/find-environments.ts',
    'artifact/queries.ts',
    'attestation/queries.ts',
    'policy/queries.ts',
    'template/queries.ts',
    'trail/queries.ts',
  ],
}

/** Parts of the dashboard that know no noun, with all that each may import besides itself. */
const parts = {
  'visible-text': [],
  connection: [],
  testing: ['connection'],
  api: ['connection'],
  ui: ['connection'],
  form: ['connection', 'ui'],
  table: ['connection', 'ui'],
  'domain-ui': ['connection', 'form', 'table', 'ui'],
  chart: ['connection', 'domain-ui', 'ui'],
  pipeline: ['api', 'connection', 'ui'],
  list: ['api', 'connection', 'table', 'ui'],
  record: ['api', 'connection', 'form', 'pipeline', 'ui'],
  // The frame of every page shows a few nouns.
  shell: ['api', 'connection', 'domain-ui', 'environment', 'flow', 'saved-view', 'search', 'ui'],
}

/** Imports of one noun by another in the dashboard, where routes compose all others. */
const nounsOfNouns = {
  'allow-list': ['policy'],
  notification: ['shell'],
  search: ['shell'],
  user: ['session', 'shell'],
  verdict: ['trail/queries.ts', 'trail/slots.ts'],
}

const refuse = (message, ...group) => ({ group, message })
const climbing = refuse('Other folders by alias.', '../**')
const fastify = ['fastify', '@fastify/**']
const postgres = ['kysely', 'pg']
const frameworks = refuse(
  'Fastify only in http, Kysely and pg only in database and queries.',
  ...fastify,
  ...postgres,
)

const rule = (files, ...patterns) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [...patterns, climbing] }] },
})

/** Refuses all of a layer but folders and files of it that are named. */
const only = (layer, others, names) =>
  refuse(
    `Of ${layer} only ${names.join(', ')}.`,
    `#${layer}/**`,
    ...others,
    ...names.map((name) => `!#${layer}/${name}${name.endsWith('.ts') ? '' : '/**'}`),
  )

function engineRule([name, may]) {
  const refused = {
    database: refuse('Fastify only in http.', ...fastify),
    http: refuse('Kysely and pg only in database and queries.', ...postgres),
  }
  const own = only('server', ['#web/**'], [name, ...may])
  return rule([`src/server/${name}/**`], own, refused[name] ?? frameworks)
}

/** Queries read by what is below them, and by queries of their own folder. */
const queriesRule = (files, ...more) =>
  rule(
    files,
    only('server', ['#web/**'], ['database', 'platform', ...more]),
    refuse(
      'Queries import queries of their own folder.',
      './**',
      '!./queries.ts',
      '!./*-queries.ts',
    ),
    refuse('Kysely is all that queries need.', ...fastify, 'pg'),
  )

const libraries = (...allowed) =>
  refuse(
    'TanStack Table only in table, Recharts only in chart, nothing of Node.',
    ...['@tanstack/react-table', 'recharts', 'node:*'].filter((name) => !allowed.includes(name)),
  )

function partRule([name, may]) {
  const knowsContract = name !== 'connection' && name !== 'visible-text'
  const library = { table: '@tanstack/react-table', chart: 'recharts' }[name]
  const others = knowsContract ? ['#server/**'] : ['#server/**', '#contract/**']
  return rule([`src/web/${name}/**`], only('web', others, [name, ...may]), libraries(library))
}

/** Parts that nouns of the dashboard are made of. */
const partsOfNouns = Object.keys(parts).filter(
  (name) => !['shell', 'testing', 'visible-text'].includes(name),
)

const nouns = readdirSync(new URL('../src/web', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'routes' && !(entry.name in parts))
  .map(({ name }) => name)

export const importRules = [
  rule(
    ['src/contract/**'],
    refuse('The contract imports zod/mini only.', '**', '!./**', '!#contract/**', '!zod/mini'),
  ),
  rule(
    ['src/domain/**'],
    refuse(
      'The domain imports the contract and pure libraries.',
      ...['**', '!./**', '!#contract/**', '!#domain/**', '!re2js', '!yaml', '!zod/mini'],
    ),
  ),
  rule(
    ['src/server/**'],
    refuse('The service never imports the dashboard.', '#web/**'),
    frameworks,
    refuse(
      'Only app.ts and handlers.ts import http and handlers.',
      ...['#server/http/**', '#server/**/handlers.ts', './handlers.ts', './**/handlers.ts'],
    ),
  ),
  ...Object.entries(engines).map(engineRule),
  rule(
    ['src/server/testing/**'],
    refuse('Tests ask the service as a whole.', '#web/**', ...fastify, '#server/http/**'),
  ),
  queriesRule(['src/server/**/queries.ts', 'src/server/**/*-queries.ts']),
  // Decisions are attestations, and an entry has an author.
  queriesRule(
    ['src/server/{audit-log,decision,notification}/**/{,*-}queries.ts'],
    'attestation/*queries.ts',
    'notification/*queries.ts',
    'request/handler.ts',
  ),
  rule(
    ['src/web/*.{ts,tsx}', 'src/web/routes/**'],
    refuse('The dashboard never imports the service.', '#server/**'),
    libraries(),
  ),
  ...nouns.map((name) => partRule([name, [...partsOfNouns, ...(nounsOfNouns[name] ?? [])]])),
  ...Object.entries(parts).map(partRule),
  {
    files: ['src/server/{app,main,handlers}.ts', 'src/**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-imports': 'off' },
  },
]
