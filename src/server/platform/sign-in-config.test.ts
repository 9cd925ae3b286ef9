import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const given = {
  CAIRN_LOGIN: 'oidc',
  CAIRN_BASE_URL: 'https://cairn.example',
  CAIRN_OIDC_ISSUER: 'https://id.example/realms/staff',
  CAIRN_OIDC_CLIENT_ID: 'cairn',
}

it('of single sign-on has defaults for all but the provider', () => {
  expect(readConfig(given).signIn).toEqual({
    ways: 'oidc',
    sessions: { maxSeconds: 720 * 3600, maxIdleSeconds: 168 * 3600 },
    oidc: {
      issuer: 'https://id.example/realms/staff',
      clientId: 'cairn',
      clientSecret: null,
      scopes: 'openid profile email',
      groupsClaim: 'groups',
      groups: [],
      linksByEmail: false,
      scimClaim: 'sub',
    },
    scimToken: null,
  })
})

it('of single sign-on is read whole', () => {
  const environment = {
    ...given,
    CAIRN_LOGIN: 'both',
    CAIRN_OIDC_CLIENT_SECRET: 'secret',
    CAIRN_OIDC_SCOPES: 'openid groups',
    CAIRN_OIDC_GROUPS_CLAIM: 'roles',
    CAIRN_OIDC_GROUPS: 'admins=northgate:admin',
    CAIRN_OIDC_LINK_BY_EMAIL: 'on',
    CAIRN_OIDC_SCIM_CLAIM: 'oid',
    CAIRN_SCIM_TOKEN: 's'.repeat(32),
    CAIRN_SESSION_HOURS: '12',
    CAIRN_SESSION_IDLE_HOURS: '1',
  }
  expect(readConfig(environment).signIn).toMatchObject({
    sessions: { maxSeconds: 43_200, maxIdleSeconds: 3600 },
    ways: 'both',
    oidc: {
      clientSecret: 'secret',
      scopes: 'openid groups',
      groupsClaim: 'roles',
      groups: [{ group: 'admins', org: 'northgate', role: 'admin' }],
      linksByEmail: true,
      scimClaim: 'oid',
    },
    scimToken: 's'.repeat(32),
  })
})

it.each([
  [{ CAIRN_LOGIN: 'saml' }, 'CAIRN_LOGIN must be one of key, oidc, both'],
  [{ CAIRN_OIDC_ISSUER: 'http://id.example' }, 'CAIRN_OIDC_ISSUER must be an https URL'],
  [{ CAIRN_OIDC_ISSUER: 'https://id.example/?a' }, 'CAIRN_OIDC_ISSUER must be'],
  [{ CAIRN_OIDC_ISSUER: 'id.example' }, 'CAIRN_OIDC_ISSUER must be'],
  [{ CAIRN_OIDC_SCOPES: 'profile' }, 'CAIRN_OIDC_SCOPES must be'],
  [{ CAIRN_OIDC_GROUPS: 'admins=northgate:owner' }, 'CAIRN_OIDC_GROUPS must be a list like'],
  [{ CAIRN_OIDC_LINK_BY_EMAIL: 'yes' }, 'CAIRN_OIDC_LINK_BY_EMAIL must be on or off'],
  [{ CAIRN_SCIM_TOKEN: 's'.repeat(31) }, 'CAIRN_SCIM_TOKEN must be 32 to 512 visible ASCII'],
  [{ CAIRN_SESSION_HOURS: '0' }, 'CAIRN_SESSION_HOURS must be a number of hours'],
  [{ CAIRN_SESSION_IDLE_HOURS: '9000' }, 'CAIRN_SESSION_IDLE_HOURS must be a number of hours'],
  [{ CAIRN_OIDC_ISSUER: '' }, 'CAIRN_LOGIN=oidc needs CAIRN_OIDC_ISSUER'],
  [{ CAIRN_OIDC_CLIENT_ID: '' }, 'CAIRN_LOGIN=oidc needs CAIRN_OIDC_CLIENT_ID'],
  [{ CAIRN_BASE_URL: '' }, 'CAIRN_LOGIN=oidc needs CAIRN_BASE_URL'],
])('refuses %j', (change, message) => {
  expect(() => readConfig({ ...given, ...change })).toThrow(message)
})

it('says only that a way to sign in is unknown, not what it lacks', () => {
  expect(() => readConfig({ CAIRN_LOGIN: 'saml' })).toThrow(
    /^The configuration cannot be used: CAIRN_LOGIN must be one of key, oidc, both, not "saml"$/,
  )
})

it('never repeats the secret of the client', () => {
  const secret = 'very-secret'
  const bad = { ...given, CAIRN_OIDC_CLIENT_SECRET: secret, CAIRN_LOGIN: 'saml' }
  expect(() => readConfig(bad)).not.toThrow(secret)
})
