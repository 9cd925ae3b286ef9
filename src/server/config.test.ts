import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
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
  it('has defaults, also for what is set to nothing', () => {
    const defaults = {
      port: 8080,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:8080',
      dataDir: resolve('./data'),
      databaseUrl: null,
      databaseDirectUrl: null,
      preparedStatements: true,
      secret: null,
      webhookAllow: [],
      mail: null,
      logLevel: 'info',
      checkAnswers: false,
    }
    expect(readConfig({})).toEqual(defaults)
    const empty = { PORT: '', HOST: '', CAIRN_BASE_URL: '', DATABASE_URL: '', LOG_LEVEL: '' }
    expect(readConfig(empty)).toEqual(defaults)
  })

  it('reads every variable', () => {
    const given = {
      PORT: '0',
      HOST: '::1',
      CAIRN_BASE_URL: 'https://cairn.example/',
      CAIRN_DATA_DIR: '/var/cairn',
      DATABASE_URL: 'postgres://db/cairn',
      DATABASE_DIRECT_URL: 'postgresql://direct/cairn',
      CAIRN_PREPARED: 'off',
      CAIRN_SECRET: 'x'.repeat(32),
      CAIRN_WEBHOOK_ALLOW: '10.0.0.0/8, fd00::/8',
      SMTP_URL: 'smtps://u:p@mail.example',
      CAIRN_MAIL_FROM: 'cairn@acme.example',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'development',
      UNKNOWN: 'x',
    }
    expect(readConfig(given)).toEqual({
      port: 0,
      host: '::1',
      baseUrl: 'https://cairn.example',
      dataDir: '/var/cairn',
      databaseUrl: 'postgres://db/cairn',
      databaseDirectUrl: 'postgresql://direct/cairn',
      preparedStatements: false,
      secret: 'x'.repeat(32),
      webhookAllow: ['10.0.0.0/8', 'fd00::/8'],
      mail: { url: 'smtps://u:p@mail.example', from: 'cairn@acme.example' },
      logLevel: 'silent',
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
    ['CAIRN_BASE_URL', 'cairn.example', 'an http or https URL'],
    ['CAIRN_BASE_URL', 'javascript:alert(1)', 'an http or https URL'],
    ['CAIRN_PREPARED', 'yes', 'on or off'],
    ['LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, silent'],
  ])('refuses %s=%s', (name, value, rule) => {
    const message = messageOf({ [name]: value })
    expect(message).toBe(
      `The configuration cannot be used: ${name} must be ${rule}, not "${value}"`,
    )
  })

  it.each(['DATABASE_URL', 'DATABASE_DIRECT_URL'])('never repeats %s', (name) => {
    const message = messageOf({ [name]: 'mysql://cairn:hunter2@db/cairn' })
    expect(message).toBe(`The configuration cannot be used: ${name} must be a postgres:// URL`)
  })

  it('names every bad value at once', () => {
    const message = messageOf({ PORT: 'x', LOG_LEVEL: 'x', CAIRN_PREPARED: 'x' })
    for (const name of ['PORT', 'LOG_LEVEL', 'CAIRN_PREPARED']) expect(message).toContain(name)
  })
})
