import { test } from './pipeline.ts'
import { expect } from './world.ts'

const json = ['--output', 'json']

test('service accounts and their keys are managed', async ({
  pipeline: { report, refusal },
  world,
}) => {
  const account = ['--service-account', 'cli-ci']
  const create = ['create', 'service-account', 'cli-ci', '--privilege', 'member']
  await report(...create, '--description', 'Builds')
  expect(await refusal(...create)).toContain(
    "Service account named 'cli-ci' already exists for organization 'acme'",
  )
  expect(await refusal('create', 'service-account', 'cli ci', '--privilege', 'member')).toContain(
    'String should match pattern',
  )
  const get = async () =>
    JSON.parse(await report('get', 'service-account', 'cli-ci', ...json)) as object
  expect(await get()).toMatchObject({ description: 'Builds', privilege: 'member' })
  await report('update', 'service-account', 'cli-ci', '--privilege', 'reader')
  expect(await get()).toMatchObject({ description: 'Builds', privilege: 'reader' })
  expect(await refusal('get', 'service-account', 'cli-none')).toContain('Service account not found')
  expect(await refusal('update', 'service-account', 'cli-none', '--privilege', 'reader')).toContain(
    'Service account not found',
  )
  expect(await report('list', 'service-accounts')).toContain('cli-ci')

  const made = ['create', 'api-key', ...account, '--description', 'runner']
  const { id, key } = JSON.parse(await report(...made, '--expires-at', '2999-12-31', ...json))
  const use = async (secret: string) => {
    const headers = { authorization: `Bearer ${secret}` }
    return (await fetch(`${world.host}/api/v2/flows/acme`, { headers })).status
  }
  expect(await use(key)).toBe(200)
  expect(await refusal(...made, '--expires-at', '2001-01-01')).toContain(
    'Input should be in the future',
  )
  expect(await refusal('create', 'api-key', '-s', 'cli-none', '-d', 'x')).toContain(
    'Service account not found',
  )
  expect(await report('list', 'api-keys', ...account)).toContain('runner')
  expect(await refusal('list', 'api-keys', '-s', 'cli-none')).toContain('Service account not found')
  expect(await report('get', 'api-key', id, ...account)).toContain('runner')
  expect(await refusal('get', 'api-key', 'none', ...account)).toContain('API key not found')

  const rotate = ['rotate', 'api-key', id, ...account, '--grace-period-hours', '2']
  const rotated = JSON.parse(await report(...rotate, ...json))
  const next = [rotated].flat()[0]
  expect([await use(key), await use(next.key)]).toEqual([200, 200])
  expect(await refusal(...rotate)).toContain('is in its grace period')
  await report('delete', 'api-key', id, ...account, '--assume-yes')
  expect([await use(key), await use(next.key)]).toEqual([401, 200])
  expect(await refusal('delete', 'api-key', id, ...account, '--assume-yes')).toContain(
    'API key not found',
  )
  await report('delete', 'service-account', 'cli-ci', '--assume-yes')
  expect(await use(next.key)).toBe(401)
  expect(await refusal('delete', 'service-account', 'cli-ci', '--assume-yes')).toContain(
    'Service account not found',
  )
})

test('the default organization is set and read, and beta features are accepted', async ({
  pipeline: { report, refusal },
}) => {
  await report('update', 'default-org', 'acme')
  expect(await report('get', 'default-org')).toContain('acme')
  expect(await refusal('update', 'default-org', 'not-ours')).toContain(
    'Access denied to /api/v2/user/not-ours',
  )
  await report('enable', 'beta')
  await report('disable', 'beta')
  expect(await refusal('enable', 'beta', '--org', 'not-ours')).toContain('Access denied to')
  expect(await refusal('get', 'default-org', '--api-token', 'wrong-key-of-nobody')).toContain(
    'A valid API key is required',
  )
})
