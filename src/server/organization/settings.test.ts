import { afterAll, beforeAll, expect, it } from 'vitest'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.call('PUT', '/flows/acme', { json: { name: 'tagged' } })
  await app.call('PUT', '/flows/acme', { json: { name: 'plain' } })
  await app.call('PATCH', '/tags/acme/flow/tagged', { json: { set_tags: { risk: 'high' } } })
})
afterAll(() => app.close())

const path = '/cairn/acme/settings/overrides'
const read = () => app.call('GET', path, { key: 'reader' })
const put = (json: object, headers: Record<string, string> = {}) =>
  app.call('PUT', path, { key: 'admin', json: { ...settingDefaults.overrides, ...json }, headers })

it('starts without approval and without expiry', async () => {
  expect((await read()).body).toEqual({
    ...settingDefaults.overrides,
    changed_at: null,
    changed_by: null,
    flow_count: 0,
    environment_count: 0,
  })
})

it('shows what a setting affects and who made it, and logs the previous value', async () => {
  const input = { approval: 'tagged', approval_tags: ['risk:high', 'risk:high', 'pci'] }
  const answer = await put(input)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ approval_tags: ['risk:high', 'pci'], flow_count: 1 })
  expect(answer.body.environment_count).toBe(0)
  expect(answer.body.changed_by).toBe('admin')
  expect((await put({ approval: 'all' })).body.flow_count).toBe(2)
  const again = await put({ approval: 'all' })
  expect(again.status).toBe(200)
  await expect
    .poll(async () => {
      const log = await app.call('GET', '/cairn/acme/audit-log?object_type=settings', {
        key: 'admin',
      })
      return log.body.entries
    })
    .toMatchObject([
      {
        action: 'settings_changed',
        object: 'overrides',
        changes: [
          { field: 'approval', before: 'tagged', after: 'all' },
          { field: 'approval_tags' },
        ],
      },
      { action: 'settings_changed' },
    ])
})

it('refuses to overwrite a concurrent change, and returns the current section', async () => {
  const etag = String((await read()).headers.etag)
  expect((await put({ most_days: 30 }, { 'if-match': etag })).status).toBe(200)
  const late = await put({ most_days: 60 }, { 'if-match': etag })
  expect(late.status).toBe(412)
  expect(late.body.current).toMatchObject({ most_days: 30, changed_by: 'admin' })
})

it.each([
  [{ approval: 'some' }, 'approval'],
  [{ approval: 'tagged' }, 'approval_tags'],
  [{ approval: 'all', approver_roles: [] }, 'approver_roles'],
  [{ approver_roles: ['reader'] }, 'approver_roles.0'],
  [{ approvers: ['admin', 'reader'] }, 'approvers.1'],
  [{ approvers: ['outsider'] }, 'approvers.0'],
  [{ approval_tags: ['not a tag'] }, 'approval_tags.0'],
  [{ environment_tags: [':'] }, 'environment_tags.0'],
  [{ default_days: 0 }, 'default_days'],
  [{ default_days: 31, most_days: 30 }, 'default_days'],
  [{ allows_no_expiry: false }, 'default_days'],
  [{ most_days: 1.5 }, 'most_days'],
])('refuses %j and names the field', async (json, field) => {
  const { status, body } = await put(json)
  expect(status).toBe(400)
  expect(Object.keys(body.errors)).toEqual([field])
})

it('is read by everybody and set by administrators', async () => {
  const json = settingDefaults.overrides
  expect((await app.call('PUT', path, { json })).status).toBe(403)
})
