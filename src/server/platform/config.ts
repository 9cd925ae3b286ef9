import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { withFiles } from './config-files.ts'
import {
  evidenceConfig,
  type StoreLocation,
  evidenceProblems,
  evidenceRules,
  evidenceVariables,
  maxEvidenceBytes,
} from './evidence-config.ts'
import { OperatorError } from './failure.ts'
import { isSecret, secretRule } from './secrets.ts'
import {
  type SignInConfig,
  signInConfig,
  signInProblems,
  signInRules,
  signInVariables,
} from './sign-in-config.ts'

/** Role of a process: to answer calls, work in the background, or both. */
const processRoles = ['all', 'web', 'worker'] as const
type ProcessRole = (typeof processRoles)[number]

/** Configuration of this process, from its environment. Read once, at start. */
export interface Config {
  role: ProcessRole
  port: number
  host: string
  /** For links in answers, without a slash at the end. */
  baseUrl: string
  /** Absolute. */
  dataDir: string
  evidence: StoreLocation
  /** Bytes of evidence that an organization may store; null for any number. */
  maxEvidenceBytes: number | null
  /** External PostgreSQL, or null for the embedded one. */
  databaseUrl: string | null
  /** For migrations and locks where `databaseUrl` is a transaction pooler. */
  databaseDirectUrl: string | null
  /** Connections to the database that this process holds at most. */
  databasePoolSize: number
  preparedStatements: boolean
  /** Secret that encrypts stored secrets; null: a key in the data folder. */
  secret: string | null
  /** The secret before, under which stored secrets can still be read. */
  previousSecret: string | null
  /** Networks (CIDR) that notifications may reach besides public addresses. */
  webhookAllow: string[]
  /** Addresses and networks (CIDR) of proxies whose client addresses are trusted. */
  trustedProxies: string[]
  /** Token for `/metrics`, besides keys of administrators; null for none. */
  metricsToken: string | null
  /** Where `/metrics` is served alone; null: on the port of the API. */
  metricsListener: { port: number; host: string } | null
  /** Whether traces are sent to a collector of OpenTelemetry. */
  sendsTraces: boolean
  /** Calls with keys that are taken in a minute; null for any number. */
  callLimits: { perKey: number | null; perOrganization: number | null }
  /** Where audit entries are pushed to, and the Bearer token for it; null for nowhere. */
  auditPush: { url: string; token: string | null } | null
  /** How people sign in to the dashboard. */
  signIn: SignInConfig
  /** Mail server, and sender; null for none. */
  mail: { url: string; from: string } | null
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  /** Whether every line of the output is JSON, those about the start and its end too. */
  logFormat: LogFormat
  /** Answers are checked against the contract: in development and tests. */
  checkAnswers: boolean
}

/** Whether a URL is an origin: the dashboard has no path prefix, and links in logs no password. */
const isOrigin = (text: string) => URL.canParse(text) && /^\w+:\/\/[^/?#@]+\/?$/.test(text)
const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65535
const isPoolSize = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= 5
const isLimit = (text: string) => /^[1-9]\d{0,6}$/.test(text)
/** The driver takes a list of hosts for the name of one. */
const isOneHost = (text: string) =>
  URL.canParse(text) &&
  !`${new URL(text).host}${new URL(text).searchParams.get('host')}`.includes(',')
const databaseUrl = z.optional(z.url({ protocol: /^postgres(ql)?$/ }).check(z.refine(isOneHost)))
const networks = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
const isAddressOrNetwork = (text: string) =>
  isIP(text.split('/', 1)[0] ?? '') !== 0 && (!text.includes('/') || ipaddr.isValidCIDR(text))
const logFormats = ['text', 'json'] as const
export type LogFormat = (typeof logFormats)[number]
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

const variables = z.object({
  CAIRN_ROLE: z._default(z.enum(processRoles), 'all'),
  PORT: z._default(z.string().check(z.refine(isPort)), '8080'),
  HOST: z._default(z.string(), '127.0.0.1'),
  CAIRN_BASE_URL: z.optional(z.url({ protocol: /^https?$/ }).check(z.refine(isOrigin))),
  CAIRN_DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  DATABASE_POOL_SIZE: z._default(z.string().check(z.refine(isPoolSize)), '20'),
  CAIRN_PREPARED: z._default(z.enum(['on', 'off']), 'on'),
  CAIRN_SECRET: z.optional(z.string().check(z.refine(isSecret))),
  // Of any length: a weak one has to be read once more to be replaced.
  CAIRN_SECRET_PREVIOUS: z.optional(z.string()),
  CAIRN_WEBHOOK_ALLOW: z._default(
    z.string().check(z.refine((text) => networks(text).every(ipaddr.isValidCIDR))),
    '',
  ),
  CAIRN_TRUSTED_PROXIES: z._default(
    z.string().check(z.refine((text) => networks(text).every(isAddressOrNetwork))),
    '',
  ),
  CAIRN_METRICS_TOKEN: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{32,512}$/))),
  CAIRN_METRICS_PORT: z.optional(z.string().check(z.refine(isPort))),
  CAIRN_METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  CAIRN_AUDIT_PUSH_URL: z.optional(
    z.url({ protocol: /^https?$/ }).check(z.refine((text) => !/^\w+:\/\/[^/?#]*@/.test(text))),
  ),
  CAIRN_AUDIT_PUSH_TOKEN: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,4096}$/))),
  CAIRN_MAX_CALLS_PER_KEY: z.optional(z.string().check(z.refine(isLimit))),
  CAIRN_MAX_CALLS_PER_ORGANIZATION: z.optional(z.string().check(z.refine(isLimit))),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(z.url({ protocol: /^https?$/ })),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  CAIRN_MAIL_FROM: z._default(z.email(), 'cairn@localhost.localdomain'),
  LOG_LEVEL: z._default(z.enum(logLevels), 'info'),
  LOG_FORMAT: z._default(z.enum(logFormats), 'text'),
  ...signInVariables,
  ...evidenceVariables,
  NODE_ENV: z.optional(z.string()),
})

const numberOf = (text: string | undefined) => (text === undefined ? null : Number(text))

/** Rule of each variable, for the message of a bad value. */
const rules: Partial<Record<keyof typeof variables.shape, string>> = {
  CAIRN_ROLE: `one of ${processRoles.join(', ')}`,
  PORT: 'a port number from 0 to 65535',
  CAIRN_BASE_URL: 'an http or https URL without a path or user',
  DATABASE_URL: 'a postgres:// URL with one host',
  DATABASE_DIRECT_URL: 'a postgres:// URL with one host',
  DATABASE_POOL_SIZE: 'a number from 5 to 999',
  CAIRN_PREPARED: 'on or off',
  CAIRN_SECRET: secretRule,
  CAIRN_WEBHOOK_ALLOW: 'networks like 10.0.0.0/8, separated by commas',
  CAIRN_TRUSTED_PROXIES: 'addresses or networks like 10.0.0.0/8, separated by commas',
  CAIRN_METRICS_TOKEN: '32 to 512 visible ASCII characters',
  CAIRN_METRICS_PORT: 'a port number from 0 to 65535',
  CAIRN_AUDIT_PUSH_URL: 'an http or https URL without a user',
  CAIRN_AUDIT_PUSH_TOKEN: '1 to 4096 visible ASCII characters',
  CAIRN_MAX_CALLS_PER_KEY: 'a number from 1 to 9999999',
  CAIRN_MAX_CALLS_PER_ORGANIZATION: 'a number from 1 to 9999999',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'an http or https URL',
  SMTP_URL: 'an smtp:// or smtps:// URL',
  CAIRN_MAIL_FROM: 'an e-mail address',
  LOG_LEVEL: `one of ${logLevels.join(', ')}`,
  LOG_FORMAT: `one of ${logFormats.join(', ')}`,
  ...signInRules,
  ...evidenceRules,
}

/**
 * Whether a variable may hold a password: its value is not repeated, and `NAME_FILE` may name a
 * file with it.
 */
const mayHoldPassword = (name: string) =>
  /^DATABASE_(DIRECT_)?URL$|^SMTP|(SECRET(_PREVIOUS)?|TOKEN)$/.test(name)

/** Hides who a URL signs in as: all to its last @, since a password may have any characters. */
const withoutUser = (text: string) => text.replace(/^([^:]*:(?:\/\/)?).*@/s, '$1***@')

/** A variable has a value that cannot be used; the message names each. */
export class ConfigError extends OperatorError {}

/**
 * Reads the configuration from environment variables; an empty one counts as unset.
 * @throws ConfigError naming every variable with a bad value
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const { given, problems } = withFiles(
    environment,
    Object.keys(variables.shape).filter(mayHoldPassword),
  )
  const result = variables.safeParse(given)
  const bad = new Set(result.error?.issues.map((issue) => issue.path[0] as keyof typeof rules))
  for (const name of bad) {
    const value = mayHoldPassword(name) ? '' : `, not "${withoutUser(given[name] ?? '')}"`
    problems.push(`${name} must be ${rules[name]}${value}`)
  }
  if (given['CAIRN_ROLE'] && given['CAIRN_ROLE'] !== 'all' && !given['DATABASE_URL'])
    problems.push('CAIRN_ROLE needs a DATABASE_URL: several processes share that database')
  if (given['CAIRN_AUDIT_PUSH_TOKEN'] && !given['CAIRN_AUDIT_PUSH_URL'])
    problems.push('CAIRN_AUDIT_PUSH_TOKEN needs a CAIRN_AUDIT_PUSH_URL')
  problems.push(...portProblems(given), ...signInProblems(given), ...evidenceProblems(given))
  if (!result.success || problems.length > 0)
    throw new ConfigError(`The configuration cannot be used: ${problems.join('; ')}`)
  const values = result.data
  // Brackets are how an address of IPv6 is written in URLs.
  const host = values.HOST.replace(/^\[(.*)\]$/, '$1')
  const { CAIRN_METRICS_PORT: metricsPort, CAIRN_METRICS_HOST: metricsHost } = values
  const { CAIRN_AUDIT_PUSH_URL: auditPushUrl, CAIRN_AUDIT_PUSH_TOKEN: auditPushToken = null } =
    values
  return {
    role: values.CAIRN_ROLE,
    port: Number(values.PORT),
    host,
    baseUrl: (values.CAIRN_BASE_URL ?? `http://${linkHost(host)}:${values.PORT}`).replace(
      /(?<!\/)\/+$/,
      '',
    ),
    dataDir: resolve(values.CAIRN_DATA_DIR),
    evidence: evidenceConfig(values, values.CAIRN_DATA_DIR),
    maxEvidenceBytes: maxEvidenceBytes(values),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    databasePoolSize: Number(values.DATABASE_POOL_SIZE),
    preparedStatements: values.CAIRN_PREPARED === 'on',
    secret: values.CAIRN_SECRET ?? null,
    previousSecret: values.CAIRN_SECRET_PREVIOUS ?? null,
    webhookAllow: networks(values.CAIRN_WEBHOOK_ALLOW),
    trustedProxies: networks(values.CAIRN_TRUSTED_PROXIES),
    metricsToken: values.CAIRN_METRICS_TOKEN ?? null,
    metricsListener: metricsPort ? { port: Number(metricsPort), host: metricsHost } : null,
    callLimits: {
      perKey: numberOf(values.CAIRN_MAX_CALLS_PER_KEY),
      perOrganization: numberOf(values.CAIRN_MAX_CALLS_PER_ORGANIZATION),
    },
    sendsTraces: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    auditPush: auditPushUrl ? { url: auditPushUrl, token: auditPushToken } : null,
    mail: values.SMTP_URL ? { url: values.SMTP_URL, from: values.CAIRN_MAIL_FROM } : null,
    signIn: signInConfig(values),
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    checkAnswers: values.NODE_ENV === 'development' || values.NODE_ENV === 'test',
  }
}

/** Two listeners on one port: a sentence, unless each has an address of its own. */
function portProblems(given: Record<string, string | undefined>): string[] {
  const { PORT = '8080', CAIRN_METRICS_PORT: metricsPort } = given
  const { HOST = '127.0.0.1', CAIRN_METRICS_HOST: metricsHost = '127.0.0.1' } = given
  const addresses = new Set([HOST, metricsHost])
  const isShared =
    addresses.size === 1 || ['0.0.0.0', '::', '[::]'].some((any) => addresses.has(any))
  // Of 0 the system chooses each.
  if (!isShared || Number(PORT) === 0 || Number(metricsPort) !== Number(PORT)) return []
  return [`CAIRN_METRICS_PORT and PORT are both ${PORT}: set one of them to another`]
}

/** The location of evidence that a text names as `CAIRN_EVIDENCE` does. @throws ConfigError */
export const readStoreLocation = (location: string): StoreLocation =>
  readConfig({ ...process.env, CAIRN_EVIDENCE: location }).evidence

/** Whether the configuration is read from a variable of this name. */
export function isVariable(name: string): boolean {
  const of = name.replace(/_FILE$/, '')
  return name in variables.shape || (of in variables.shape && mayHoldPassword(of))
}

/** The format of the log, also where the configuration as a whole cannot be used. */
export const readLogFormat = (): LogFormat =>
  process.env['LOG_FORMAT'] === 'json' ? 'json' : 'text'

/** Replaces addresses that mean "any" or "this machine" by a name for links. */
function linkHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
