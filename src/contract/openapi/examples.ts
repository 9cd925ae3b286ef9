import { type JsonSchema, type NamedSchemas, resolved, takes } from './input-schemas.ts'

const fingerprint = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const sha = '1f0c4a9b7d2e63588e1a40c9d7b6f5e4a3928170'
const id = 'f7cd9b3a-2738-47e6-be36-689d511d'
const instant = 1763750400
/** In the year 2100: a time in the future. */
const later = 4102444800
const template =
  'version: 1\ntrail:\n  attestations:\n    - name: code-review\n      type: generic\n'
const policy =
  '_schema: https://schemas.example.com/policy/environment/v1\nartifacts:\n  provenance:\n    required: true\n'

/**
 * Example values of one company by field name. The first value that matches a field's schema is its
 * example; texts without one repeat the name, numbers and lists are generated.
 */
const exampleValues: Record<string, readonly unknown[]> = {
  actor: ['mei'],
  after: [id],
  analysedAt: ['2026-11-21T18:00:00+0000'],
  answer: ['OK'],
  'attestations.answer': [id],
  'service-accounts.answer': ['revoked'],
  approval_tags: [['risk:high', 'pci']],
  approved_by: ['jonas'],
  approvers: [['mei']],
  api_key: ['cairn_Zk3w9sQp1VxY7bNf'],
  artifact_fingerprint: [fingerprint],
  artifact_id: [id],
  artifact_name: ['payments-api:2.4.1'],
  'artifacts.name': ['payments-api'],
  attestation_data: [{ coverage: 85 }],
  attestation_id: [id],
  attestation_name: ['unit-tests'],
  attestation_type: ['junit'],
  author: ['Mei Tanaka <mei@acme.example>'],
  base: ['production#12'],
  before: [id],
  branch: ['main'],
  build_url: ['https://ci.acme.example/builds/4711'],
  comment: ['Tests are required, too'],
  commit_url: [`https://code.acme.example/payments/commit/${sha}`],
  content: [template],
  csv: ['identifier,name\nRCTL-1,Code review\n'],
  control: ['RCTL-1'],
  'controls.name': ['Peer review'],
  created_by: ['mei'],
  'custom-attestation-types.name': ['coverage'],
  default_org_name: ['acme'],
  description: ['Takes card payments'],
  create: [true],
  digests: [{ 'payments-api:2.4.1': fingerprint }],
  env_name: ['production'],
  environment: ['production'],
  environment_name: ['production'],
  environments: [['production']],
  'environments.included_environments': [null],
  'environments.name': ['production'],
  event: ['trail_reported'],
  evidence_archive_fingerprint: [fingerprint],
  evidence_archive_path: ['evidence.tgz'],
  expires_after_days: [30],
  expires_at: [later],
  expression: ['.coverage'],
  filename: ['payments-api:2.4.1'],
  fingerprint: [fingerprint],
  flow: ['payments'],
  flow_name: ['payments'],
  flow_tag: ['team=core'],
  from: [instant - 86_400],
  git_commit: [sha],
  grace_period_hours: [24],
  head: ['production'],
  href: ['https://ci.acme.example/builds/4711'],
  html_url: ['https://cairn.acme.example/acme/flows/payments'],
  id: [id],
  identifier: ['RCTL-1'],
  include_scaling: [false],
  interval: ['1..NOW'],
  is_compliant: [true],
  issue_id: ['PAY-118'],
  issue_url: ['https://issues.acme.example/PAY-118'],
  key: ['cairn_Zk3w9sQp1VxY7bNf'],
  'members.name': ['mei'],
  message: ['Round amounts once'],
  max_age_days: [{ junit: 30, 'custom:pen-test': 90 }],
  name: ['payments', 'Peer review'],
  new_name: ['card-payments'],
  number: ['7'],
  org: ['acme'],
  original_attestation_type: ['junit'],
  origin_url: ['https://ci.acme.example/builds/4711'],
  page_after: [`0_1_1765000000_1764000000_${id}`],
  per_page: [20],
  'policies.name': ['production-rules'],
  policy_file: [policy],
  policy_name: ['production-rules'],
  policy_yaml: [policy],
  privilege: ['member'],
  provider: ['github'],
  q: ['payments'],
  reason: ['A known flaky test; the same commit passed when it ran again'],
  repo_name: ['acme/payments'],
  repo_url: ['https://code.acme.example/payments'],
  reported_by: ['ci'],
  requested_by: ['mei'],
  'repos.name': ['acme/payments'],
  resource_id: ['payments'],
  role: ['member'],
  rules: [['.coverage >= 80']],
  schema_version: [2],
  search: ['review', 'verdict=non-compliant'],
  'service-accounts.name': ['ci'],
  set_tags: [{ team: 'core' }],
  'settings.approvers': [[]],
  sha1: [sha],
  sha256: [fingerprint],
  sha: [sha],
  slot_state: ['MISSING'],
  snappish1: ['production#11'],
  snappish2: ['production'],
  snapshot_expression: ['12'],
  'snapshots.name': ['production'],
  tag: ['team:core'],
  tags: [{ team: 'core' }],
  targets: [[{ type: 'WEBHOOK', webhook: 'https://hooks.acme.example/cairn' }]],
  template: [template, ['unit-tests']],
  template_file: [template],
  template_reference_name: ['api'],
  time_zone: ['Europe/Berlin'],
  to: [instant],
  trail: ['build-4711'],
  trail_name: ['build-4711'],
  'trails.name': ['build-4711'],
  triggers: [['ON_NON_COMPLIANT_ENV', 'ON_COMPLIANT_ENV']],
  type: ['K8S', 'junit'],
  type_name: ['coverage'],
  type_schema: [{ type: 'object', required: ['coverage'] }, '{"type":"object"}'],
  url: ['https://code.acme.example/payments'],
  user_data: [{ pipeline: 'release' }],
  'views.name': ['Failing checks'],
  visibility: ['private'],
}

/** Returns Unix seconds for names of times, else null. */
const exampleInstant = (name: string) =>
  /(_at|_ts|timestamp|Timestamp)$/.test(name) ? instant : null

/** Depth from which lists and optional fields of examples stay empty. */
const maxDepth = 6

/** Purpose of an example. */
interface Purpose {
  /** Noun of the endpoint: some fields of the same name differ between nouns. */
  noun: string
  /** Whether all fields are present, as in responses; else required ones and those with a value. */
  isWhole: boolean
  named: NamedSchemas
}

/** Generates a value that matches a schema. */
export function exampleOf(schema: JsonSchema, to: Purpose, name = '', depth = 0): unknown {
  const bare = resolved(schema, to.named)
  if (bare.const !== undefined) return bare.const
  const known = valuesOf(name, to).find((value) => takes(bare, value, to.named))
  if (known !== undefined) return known
  if (Array.isArray(bare.allOf) && !bare.properties) {
    const parts = (bare.allOf as JsonSchema[]).map((part) => exampleOf(part, to, name, depth))
    return Object.assign({}, ...parts) as unknown
  }
  const branch = branchOf(bare)
  if (branch) return exampleOf(branch, to, name, depth)
  if (Array.isArray(bare.enum)) return bare.enum[0]
  const type = [bare.type].flat().find((one) => one !== 'null')
  if (type === 'object') return exampleObject(bare, to, depth)
  if (type === 'array') {
    const isShort = depth > maxDepth && !bare.minItems
    const items = (bare.items ?? {}) as JsonSchema
    return isShort ? [] : [exampleOf(items, to, name.replace(/s$/, ''), depth + 1)]
  }
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return exampleNumber(bare, name)
  if (type === 'string') return exampleText(bare, name)
  return bare.type === 'null' ? null : {}
}

const valuesOf = (name: string, { noun }: Purpose) => [
  ...(exampleValues[`${noun}.${name}`] ?? []),
  ...(exampleValues[name] ?? []),
]

/** Returns the most specific branch of a union: not `null`. */
function branchOf(schema: JsonSchema): JsonSchema | undefined {
  const branches = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  return branches?.find(({ type }) => type !== 'null') ?? branches?.[0]
}

function exampleObject(schema: JsonSchema, to: Purpose, depth: number): JsonSchema {
  const { properties, required = [] } = schema as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  if (!properties) {
    const value = schema.additionalProperties
    if (typeof value !== 'object' || value === null || depth > maxDepth) return {}
    const keys = (schema.propertyNames ?? { type: 'string' }) as JsonSchema
    const key = String(exampleOf({ ...keys, type: 'string' }, to, 'flow', depth + 1))
    return { [key]: exampleOf(value as JsonSchema, to, '', depth + 1) }
  }
  const shown = Object.entries(properties).filter(([name]) => {
    if (required.includes(name) || (depth === 0 && required.length === 0)) return true
    return depth <= maxDepth && (to.isWhole || (depth < 2 && name in exampleValues))
  })
  return Object.fromEntries(
    shown.map(([name, field]) => [name, exampleOf(field, to, name, depth + 1)]),
  )
}

function exampleNumber(schema: JsonSchema, name: string): number {
  const { minimum = 0, exclusiveMinimum, maximum } = schema as Record<string, number | undefined>
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1
  return Math.min(Math.max(exampleInstant(name) ?? 1, least), maximum ?? Infinity)
}

function exampleText(schema: JsonSchema, name: string): string {
  const spelt = name.replaceAll(/[^a-zA-Z0-9]+/g, '-') || 'text'
  const candidates = [
    ...(schema.format === 'uri' ? ['https://ci.acme.example/builds/4711'] : []),
    spelt,
    ...['fingerprint', 'sha1', 'id', 'flow', 'snapshot_expression', 'environment'].flatMap(
      (other) => exampleValues[other] as string[],
    ),
  ]
  return candidates.find((text) => takes(schema, text, {})) ?? spelt
}
