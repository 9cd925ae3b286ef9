import { type Config, isVariable } from './config.ts'

/** Variables that do nothing unless another one is set, by the start of their names. */
const needed: [start: string, variable: string][] = [
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['CAIRN_METRICS_HOST', 'CAIRN_METRICS_PORT'],
  ['CAIRN_MAIL_FROM', 'SMTP_URL'],
]

/** Warnings about valid but doubtful values: a sentence each. */
export function configWarnings(environment: NodeJS.ProcessEnv = process.env): string[] {
  const given = Object.keys(environment).filter((name) => environment[name])
  const isGiven = (name: string) => given.some((one) => one.replace(/_FILE$/, '') === name)
  const withoutEffect = (start: string, reason: string) =>
    given
      .filter((name) => name.startsWith(start) && isVariable(name))
      .map((name) => `${name} has no effect: ${reason}.`)
  const takesOnlyKeys = !['oidc', 'both'].includes(environment['CAIRN_LOGIN'] ?? '')
  const isInBucket = environment['CAIRN_EVIDENCE']?.startsWith('s3://')
  return [
    ...given
      .filter((name) => name.startsWith('CAIRN_') && !isVariable(name))
      .map((name) => `There is no variable ${name}: it is ignored.`),
    ...(isGiven('DATABASE_URL') && !isGiven('CAIRN_SECRET')
      ? [
          'DATABASE_URL is set, but CAIRN_SECRET is not: secrets are stored under the key in this data ' +
            'folder, which processes with another data folder do not have.',
        ]
      : []),
    ...needed.flatMap(([start, variable]) =>
      isGiven(variable) ? [] : withoutEffect(start, `${variable} is not set`),
    ),
    ...(takesOnlyKeys ? withoutEffect('CAIRN_OIDC_', 'CAIRN_LOGIN takes keys alone') : []),
    ...(isInBucket ? [] : withoutEffect('CAIRN_EVIDENCE_', 'CAIRN_EVIDENCE names no bucket')),
  ]
}

/** Returns a warning if passwords would go over the network in plain text; else null. */
export function plainHttpWarning({ baseUrl }: Pick<Config, 'baseUrl'>): string | null {
  const { protocol, hostname } = new URL(baseUrl)
  const isLocal = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
  if (protocol === 'https:' || isLocal) return null
  return `Warning: browsers reach ${baseUrl} without TLS: keys and sessions can be read on the way. Put a proxy with TLS before it, and its https address into CAIRN_BASE_URL.`
}
