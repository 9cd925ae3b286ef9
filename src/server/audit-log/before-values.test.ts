import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditItem } from '#contract/audit-log/audit-log.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { policyClient, provenanceYaml } from '#server/testing/policies.ts'
import { waitUntilSealed } from '#server/testing/sealed.ts'

let app: TestApp
let now = 1_700_000_000
const fingerprint = 'a'.repeat(64)
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  for (const name of ['east', 'west']) await put('', { name, type: 'K8S' })
  await put('', { name: 'all', type: 'logical', included_environments: ['east'] })
})
afterAll(() => app.close())

const put = (path: string, json: object) => app.call('PUT', `/environments/acme${path}`, { json })

/** Changes in the newest entries of an action, newest first. */
async function changes(action: string, object: string, count: number) {
  await waitUntilSealed(app)
  const query = `?action=${action}&object=${object}&per_page=${count}`
  const { entries } = (await app.call('GET', `/cairn/acme/audit-log${query}`)).body
  return entries.map((entry: AuditItem) => entry.changes)
}

it('shows which members a logical environment had, whichever call changed them', async () => {
  await put('/all/join', { physical_env_name: 'west' })
  await app.call('PATCH', '/environments/acme/all', {
    json: { included_environments: ['west', 'east'], description: 'both' },
  })
  await put('', { name: 'all', type: 'logical', included_environments: [] })
  expect(await changes('environment_updated', 'all', 3)).toEqual([
    [{ field: 'included_environments', before: '["east","west"]', after: '[]' }],
    [{ field: 'description', before: '', after: 'both' }],
    [{ field: 'included_environments', before: '["east"]', after: '["east","west"]' }],
  ])
})

it('names the policies that were attached and detached, whichever call did it', async () => {
  const keep = policyClient(app)
  for (const name of ['one', 'two']) await keep.policy(name, provenanceYaml)
  await put('', { name: 'north', type: 'K8S' })
  await keep.attach('north', 'one', 'two')
  await keep.detach('north', 'two')
  await put('', { name: 'north', type: 'K8S', policies: ['two', 'one'], description: 'of both' })
  await put('', { name: 'north', type: 'K8S', policies: ['two'] })
  await put('/north/archive', {})
  expect(await changes('policies_attached', 'north', 1)).toEqual([
    [{ field: 'attached', before: null, after: '["one","two"]' }],
  ])
  expect(await changes('policies_detached', 'north', 1)).toEqual([
    [{ field: 'detached', before: null, after: '["two"]' }],
  ])
  expect(await changes('environment_updated', 'north', 2)).toEqual([
    [{ field: 'policies', before: '["one","two"]', after: '["two"]' }],
    [
      { field: 'description', before: '', after: 'of both' },
      { field: 'policies', before: '["one"]', after: '["two","one"]' },
    ],
  ])
  expect(await changes('environment_archived', 'north', 1)).toEqual([
    [{ field: 'detached', before: null, after: '["two"]' }],
  ])
})

it('shows the previous allow-list entry of an artifact', async () => {
  const allow = (description: string) =>
    app.call('PUT', '/allowlists/acme/east', {
      json: { artifact_fingerprint: fingerprint, artifact_name: 'api', description },
    })
  await allow('for now')
  await allow('for good')
  await app.call('DELETE', `/allowlists/acme/east/${fingerprint}`)
  const [removed] = await changes('artifact_disallowed', 'east', 1)
  const [changed] = await changes('allowance_updated', 'east', 1)
  const [added] = await changes('artifact_allowed', 'east', 1)
  expect(removed).toContainEqual({ field: 'is_allowed', before: true, after: false })
  expect(removed).toContainEqual({ field: 'description', before: 'for good', after: null })
  expect(changed).toEqual([{ field: 'description', before: 'for now', after: 'for good' }])
  expect(added).toEqual([{ field: 'is_allowed', before: false, after: true }])
})

it('shows whether the person had snoozed an environment', async () => {
  await app.query(`update environment_state set state = false, snapshot_index = 4
    where environment_id = (select id from environment where name = 'west')`)
  const path = '/cairn/acme/overview/snoozed/west'
  await app.call('PUT', path)
  await app.call('DELETE', path)
  const [begun] = await changes('environment_snoozed', 'west', 1)
  const [ended] = await changes('environment_unsnoozed', 'west', 1)
  expect(begun).toContainEqual({ field: 'is_snoozed', before: false, after: true })
  expect(ended).toContainEqual({ field: 'is_snoozed', before: true, after: false })
})
