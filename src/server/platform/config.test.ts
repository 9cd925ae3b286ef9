import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const messageOf = (environment: NodeJS.ProcessEnv): string => {
  try {
    readConfig(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  throw new Error('the configuration was accepted')
}

describe('the configuration', () => {
  it('has defaults, also for empty variables', () => {
    const defaults = {
      role: 'all',
      port: 8080,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:8080',
      dataDir: resolve('./data'),
      evidence: { kind: 'folder', folder: resolve('./data/evidence') },
      maxEvidenceBytes: null,
      databaseUrl: null,
      databaseDirectUrl: null,
      databasePoolSize: 20,
      preparedStatements: true,
      secret: null,
      previousSecret: null,
      webhookAllow: [],
      trustedProxies: [],
      metricsToken: null,
      metricsListener: null,
      callLimits: { perKey: null, perOrganization: null },
      sendsTraces: false,
      auditPush: null,
      signIn: {
        ways: 'key',
        oidc: null,
        scimToken: null,
        sessions: { maxSeconds: 2592000, maxIdleSeconds: 604800 },
      },
      mail: null,
      logLevel: 'info',
      logFormat: 'text',
      checkAnswers: false,
    }
    expect(readConfig({})).toEqual(defaults)
    const empty = { PORT: '', HOST: '', CAIRN_BASE_URL: '', DATABASE_URL: '', LOG_LEVEL: '' }
    expect(readConfig(empty)).toEqual(defaults)
  })

  it('reads every variable', () => {
    const given = {
      CAIRN_ROLE: 'web',
      PORT: '0',
      HOST: '::1',
      CAIRN_BASE_URL: 'https://cairn.example/',
      CAIRN_DATA_DIR: '/var/cairn',
      CAIRN_EVIDENCE: 's3://bucket/a?region=eu-west-1',
      CAIRN_EVIDENCE_KEY_ID: 'id',
      CAIRN_EVIDENCE_SECRET: 'secret',
      DATABASE_URL: 'postgres://db/cairn',
      DATABASE_DIRECT_URL: 'postgresql://direct/cairn',
      DATABASE_POOL_SIZE: '50',
      CAIRN_PREPARED: 'off',
      CAIRN_SECRET: 'x'.repeat(32),
      CAIRN_SECRET_PREVIOUS: 'w'.repeat(32),
      CAIRN_WEBHOOK_ALLOW: '10.0.0.0/8, fd00::/8',
      CAIRN_TRUSTED_PROXIES: '10.1.0.0/16,192.0.2.7, ::1',
      CAIRN_METRICS_TOKEN: 'y'.repeat(32),
      CAIRN_METRICS_PORT: '9464',
      CAIRN_METRICS_HOST: '0.0.0.0',
      CAIRN_MAX_EVIDENCE_BYTES: '500 GiB',
      CAIRN_AUDIT_PUSH_URL: 'http://10.0.0.7/in?a=b',
      CAIRN_AUDIT_PUSH_TOKEN: 'z',
      CAIRN_MAX_CALLS_PER_KEY: '600',
      CAIRN_MAX_CALLS_PER_ORGANIZATION: '6000',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
      SMTP_URL: 'smtps://u:p@mail.example',
      CAIRN_MAIL_FROM: 'cairn@acme.example',
      LOG_LEVEL: 'silent',
      LOG_FORMAT: 'json',
      NODE_ENV: 'development',
      UNKNOWN: 'x',
    }
    expect(readConfig(given)).toEqual({
      role: 'web',
      port: 0,
      host: '::1',
      baseUrl: 'https://cairn.example',
      dataDir: '/var/cairn',
      evidence: {
        kind: 's3',
        s3: {
          bucket: 'bucket',
          prefix: 'a/',
          endpoint: null,
          region: 'eu-west-1',
          pathStyle: false,
        },
        credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
        incoming: '/var/cairn/evidence/incoming',
      },
      maxEvidenceBytes: 500 * 2 ** 30,
      databaseUrl: 'postgres://db/cairn',
      databaseDirectUrl: 'postgresql://direct/cairn',
      databasePoolSize: 50,
      preparedStatements: false,
      secret: 'x'.repeat(32),
      previousSecret: 'w'.repeat(32),
      webhookAllow: ['10.0.0.0/8', 'fd00::/8'],
      trustedProxies: ['10.1.0.0/16', '192.0.2.7', '::1'],
      metricsToken: 'y'.repeat(32),
      metricsListener: { port: 9464, host: '0.0.0.0' },
      callLimits: { perKey: 600, perOrganization: 6000 },
      sendsTraces: true,
      auditPush: { url: 'http://10.0.0.7/in?a=b', token: 'z' },
      signIn: readConfig({}).signIn,
      mail: { url: 'smtps://u:p@mail.example', from: 'cairn@acme.example' },
      logLevel: 'silent',
      logFormat: 'json',
      checkAnswers: true,
    })
  })

  it.each([
    ['127.0.0.1', 'http://localhost:80'],
    ['0.0.0.0', 'http://localhost:80'],
    ['::', 'http://localhost:80'],
    ['cairn.internal', 'http://cairn.internal:80'],
    ['fd00::1', 'http://[fd00::1]:80'],
  ])('links to the host %s as %s', (HOST, baseUrl) => {
    expect(readConfig({ HOST, PORT: '80' }).baseUrl).toBe(baseUrl)
  })

  it.each([
    ['PORT', '65536', 'a port number from 0 to 65535'],
    ['PORT', '-1', 'a port number from 0 to 65535'],
    ['PORT', '80a', 'a port number from 0 to 65535'],
    ['PORT', ' 80', 'a port number from 0 to 65535'],
    ['CAIRN_BASE_URL', 'cairn.example', 'an http or https URL without a path or user'],
    ['CAIRN_BASE_URL', 'javascript:alert(1)', 'an http or https URL without a path or user'],
    ['CAIRN_BASE_URL', 'https://example.com/cairn', 'an http or https URL without a path or user'],
    ['CAIRN_BASE_URL', 'https://example.com?a', 'an http or https URL without a path or user'],
    ['DATABASE_POOL_SIZE', '4', 'a number from 5 to 999'],
    ['CAIRN_PREPARED', 'yes', 'on or off'],
    [
      'CAIRN_EVIDENCE',
      'gs://bucket',
      'a folder, or s3://bucket/prefix with endpoint, region or path-style as query parameters',
    ],
    [
      'CAIRN_TRUSTED_PROXIES',
      'loopback',
      'addresses or networks like 10.0.0.0/8, separated by commas',
    ],
    ['CAIRN_TRUSTED_PROXIES', '10', 'addresses or networks like 10.0.0.0/8, separated by commas'],
    [
      'CAIRN_TRUSTED_PROXIES',
      '10.0.0.1,10.0.0.0/33',
      'addresses or networks like 10.0.0.0/8, separated by commas',
    ],
    ['CAIRN_METRICS_PORT', '70000', 'a port number from 0 to 65535'],
    [
      'CAIRN_MAX_EVIDENCE_BYTES',
      '5 GB',
      'a number of bytes, or one with a unit like 500 GiB (KiB, MiB, GiB, TiB)',
    ],
    ['CAIRN_AUDIT_PUSH_URL', 'ftp://a/b', 'an http or https URL without a user'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', 'an http or https URL'],
    ['CAIRN_MAX_CALLS_PER_KEY', '0', 'a number from 1 to 9999999'],
    ['LOG_FORMAT', 'xml', 'one of text, json'],
    ['LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, silent'],
  ])('refuses %s=%s', (name, value, rule) => {
    const message = messageOf({ [name]: value })
    expect(message).toBe(
      `The configuration cannot be used: ${name} must be ${rule}, not "${value}"`,
    )
  })

  it.each(['postgres://a,b:5/x', 'postgres://a:5,b:5/x', 'postgres:///x?host=a,b'])(
    'refuses a database at several hosts: %s',
    (url) => {
      const rule = 'DATABASE_URL must be a postgres:// URL with one host'
      expect(messageOf({ DATABASE_URL: url })).toBe(`The configuration cannot be used: ${rule}`)
    },
  )

  it('accepts commas in a database URL that separate no hosts', () => {
    const url = 'postgres://u,v:p,q@a:5/x,y?host=/run/db'
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it.each(['DATABASE_URL', 'DATABASE_DIRECT_URL'])('never repeats %s', (name) => {
    const message = messageOf({ [name]: 'mysql://cairn:hunter2@db/cairn' })
    expect(message).toBe(
      `The configuration cannot be used: ${name} must be a postgres:// URL with one host`,
    )
  })

  it.each([
    ['CAIRN_AUDIT_PUSH_URL', 'https://user:hunter2@x/y', 'https://***@x/y'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'user:hunter2@x:4318', 'user:***@x:4318'],
    ['CAIRN_EVIDENCE', 's3://AKIA:hunter2@bucket/x', 's3://***@bucket/x'],
    ['CAIRN_EVIDENCE', 's3://b/x?endpoint=http://a:hunter2@x', 's3://***@x'],
    ['CAIRN_OIDC_ISSUER', 'https://hunter2@x', 'https://***@x'],
    ['CAIRN_BASE_URL', 'https://u:hunter2@x/y', 'https://***@x/y'],
    ['CAIRN_BASE_URL', 'https://u:hun@/ter2@x', 'https://***@x'],
    ['CAIRN_BASE_URL', 'https://u:hunter2@x', 'https://***@x'],
    ['CAIRN_MAIL_FROM', 'a b@x', 'a b@x'],
  ])('shows of %s=%s no password', (name, value, shown) => {
    const message = messageOf({ [name]: value })
    expect(message.slice(message.indexOf(', not '))).toBe(`, not "${shown}"`)
  })

  it('accepts an IPv6 address in the brackets of a URL', () => {
    const { host, baseUrl } = readConfig({ HOST: '[fd00::1]', PORT: '80' })
    expect([host, baseUrl]).toEqual(['fd00::1', 'http://[fd00::1]:80'])
  })

  it.each([
    [{ CAIRN_METRICS_PORT: '8080' }, '8080'],
    [{ PORT: '9464', CAIRN_METRICS_PORT: '9464', HOST: '0.0.0.0' }, '9464'],
    [{ PORT: '9464', CAIRN_METRICS_PORT: '9464', CAIRN_METRICS_HOST: '::' }, '9464'],
  ])('refuses one port for two listeners: %o', (given, port) => {
    expect(messageOf(given)).toContain(
      `CAIRN_METRICS_PORT and PORT are both ${port}: set one of them to another`,
    )
  })

  it.each([
    { PORT: '0', CAIRN_METRICS_PORT: '0' },
    { CAIRN_METRICS_PORT: '8080', CAIRN_METRICS_HOST: '10.0.0.1' },
  ])('accepts ports that are not the same: %o', (given) => {
    expect(readConfig(given).metricsListener).not.toBeNull()
  })

  it('refuses an unknown role', () => {
    const message = messageOf({ CAIRN_ROLE: 'both', DATABASE_URL: 'postgres://db/cairn' })
    expect(message).toContain('CAIRN_ROLE must be one of all, web, worker, not "both"')
  })

  it.each(['web', 'worker'])('refuses the role %s without a database of its own', (role) => {
    expect(messageOf({ CAIRN_ROLE: role })).toContain('CAIRN_ROLE needs a DATABASE_URL')
  })

  describe('from files', () => {
    let folder: string
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'cairn-config-'))
    })
    afterAll(() => rmSync(folder, { recursive: true }))
    const file = (text: string) => {
      const path = join(folder, randomUUID())
      writeFileSync(path, text)
      return path
    }

    it.each(['\n', '\r\n', ''])('reads a secret that ends with %j', (end) => {
      const secret = 's3 cret'.repeat(5)
      expect(readConfig({ CAIRN_SECRET_FILE: file(secret + end) }).secret).toBe(secret)
    })

    it('refuses a file that is not there, a variable that is given twice, and a bad value', () => {
      const message = messageOf({
        DATABASE_URL_FILE: join(folder, 'none'),
        SMTP_URL: 'smtp://mail',
        SMTP_URL_FILE: file('smtp://other'),
        CAIRN_SECRET_FILE: file('hunter2'),
      })
      expect(message).toContain(
        `DATABASE_URL_FILE must name a file that can be read, not "${join(folder, 'none')}" (ENOENT)`,
      )
      expect(message).toContain('SMTP_URL and SMTP_URL_FILE are both set: set one of them')
      expect(message).toContain(
        'CAIRN_SECRET must be at least 32 characters, without blanks around them',
      )
      expect(message).not.toContain('hunter2')
    })
  })

  it.each([' '.repeat(37), ` ${'hunter2'.repeat(5)}`])('refuses the secret %j', (secret) => {
    expect(messageOf({ CAIRN_SECRET: secret })).toBe(
      'The configuration cannot be used: CAIRN_SECRET must be at least 32 characters, without blanks around them',
    )
    // It may be what secrets were stored under before: to replace it, it has to be read.
    expect(readConfig({ CAIRN_SECRET_PREVIOUS: secret }).previousSecret).toBe(secret)
  })

  it('never repeats a token', () => {
    const message = messageOf({ CAIRN_METRICS_TOKEN: 'hunter2' })
    expect(message).toMatch(/CAIRN_METRICS_TOKEN must be 32 to 512 visible ASCII characters$/)
  })

  it('names every bad value at once', () => {
    const message = messageOf({ PORT: 'x', LOG_LEVEL: 'x', CAIRN_PREPARED: 'x' })
    for (const name of ['PORT', 'LOG_LEVEL', 'CAIRN_PREPARED']) expect(message).toContain(name)
  })
})
