import { expect, it } from 'vitest'
import { configWarnings, plainHttpWarning } from './config-warnings.ts'

it.each([
  [{ CAIRN_BASEURL: 'x', CAIRN_SECRET: 'x' }, ['There is no variable CAIRN_BASEURL']],
  [{ DATABASE_URL: 'postgres://db/cairn' }, ['CAIRN_SECRET is not']],
  [{ DATABASE_URL: 'postgres://db/cairn', CAIRN_SECRET: 'x' }, []],
  [{ DATABASE_URL_FILE: '/run/url', CAIRN_SECRET_FILE: '/run/secret' }, []],
  [{ CAIRN_ROLE_FILE: '/run/role' }, ['There is no variable CAIRN_ROLE_FILE']],
  [{ DATABASE_URL: '', PATH: '/bin' }, []],
  [
    { DATABASE_DIRECT_URL: 'postgres://db/cairn' },
    ['DATABASE_DIRECT_URL has no effect: DATABASE_URL'],
  ],
  [{ DATABASE_DIRECT_URL_FILE: '/run/url' }, ['DATABASE_DIRECT_URL_FILE has no effect']],
  [{ CAIRN_MAIL_FROM: 'a@b.example' }, ['CAIRN_MAIL_FROM has no effect: SMTP_URL is not set.']],
  [{ CAIRN_MAIL_FROM: 'a@b.example', SMTP_URL_FILE: '/run/smtp' }, []],
  [{ CAIRN_METRICS_HOST: '0.0.0.0' }, ['CAIRN_METRICS_HOST has no effect']],
  [
    { CAIRN_LOGIN: 'key', CAIRN_OIDC_ISSUER: 'x' },
    ['CAIRN_OIDC_ISSUER has no effect: CAIRN_LOGIN'],
  ],
  [{ CAIRN_LOGIN: 'both', CAIRN_OIDC_ISSUER: 'x' }, []],
  [{ CAIRN_EVIDENCE: '/mnt', CAIRN_EVIDENCE_KEY_ID: 'x' }, ['CAIRN_EVIDENCE_KEY_ID has no effect']],
  [{ CAIRN_EVIDENCE: 's3://bucket', CAIRN_EVIDENCE_KEY_ID: 'x' }, []],
])('warns of %o', (environment, warnings) => {
  expect(configWarnings(environment)).toEqual(
    warnings.map((warning) => expect.stringContaining(warning)),
  )
})

it.each([
  ['http://localhost:8080', false],
  ['http://127.0.0.1:8080', false],
  ['http://[::1]:8080', false],
  ['https://cairn.example', false],
  ['http://cairn.example', true],
  ['http://localhost.example', true],
  ['http://10.0.0.1:8080', true],
])('warns of %s, where keys go over the network: %s', (baseUrl, expected) => {
  expect(plainHttpWarning({ baseUrl }) !== null).toBe(expected)
})
