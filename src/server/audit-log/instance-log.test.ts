import { expect, it, onTestFinished } from 'vitest'
import { withAdministration } from '#server/database/system/administration.ts'
import { withConsistentRead } from '#server/database/whole/consistent-read.ts'
import { startTestApp } from '#server/testing/app.ts'
import { rowsOf } from '#server/testing/own-database.ts'
import { waitUntilSealed } from '#server/testing/sealed.ts'
import { verifySeals } from '#server/verification/verify-seals.ts'

async function startService() {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const administer = <T>(work: Parameters<typeof withAdministration<T>>[1]) =>
    withAdministration(app.connection, work)
  /** Kinds and bodies of the log of the instance, in its order. */
  const log = async () => {
    await waitUntilSealed(app)
    const rows = await app.query<{ kind: string; actor: string; body: string }>(`
      select record.kind, record.actor, record.body from record_seal
      join record on record.org_id = record_seal.org_id and record.id = record_seal.record_id
      where record.org_id = 'instance' order by seq`)
    return rows.map(({ kind, actor, body }) => ({ kind, actor, ...JSON.parse(body) }))
  }
  return { ...app, administer, log }
}

it('tells what the operator did, each change once, however often the command ran', async () => {
  const { administer, log } = await startService()
  const [actor, name] = ['(operator)', 'robin']
  for (let times = 0; times < 2; times += 1)
    await administer(async (it) => {
      await it.addUser(name, 'robin@old.example')
      await it.addOrganization('initech', name)
      await it.addMember('acme', name, 'reader')
      await it.removeMember('acme', name)
      await it.setDisabled(name, true)
    })
  const once = [
    { actor, kind: 'user_added', name, email: 'robin@old.example' },
    { actor, kind: 'organization_added', organization: 'initech' },
    { ...{ actor, kind: 'member_added', name }, organization: 'initech', role_before: null },
    { ...{ actor, kind: 'member_added', name }, organization: 'acme', role_after: 'reader' },
    { actor, kind: 'member_removed', name, organization: 'acme' },
    { actor, kind: 'user_disabled', name },
  ]
  const again = once.filter(({ organization }) => organization === 'acme')
  expect(await log()).toMatchObject([...once, ...again])
})

it('tells of another e-mail address, which no organization is told', async () => {
  const { administer, log, query } = await startService()
  await administer((it) => it.addUser('member', 'member@new.example'))
  await administer((it) => it.addUser('member', 'member@new.example'))
  expect(await log()).toEqual([
    {
      ...{ actor: '(operator)', kind: 'email_changed', name: 'member' },
      ...{ before: null, after: 'member@new.example' },
    },
  ])
  expect(await query("select from record where org_id <> 'instance'")).toEqual([])
})

it('is sealed, verified and append-only like the log of an organization', async () => {
  const { administer, log, query, connection } = await startService()
  await administer((it) => it.addUser('robin'))
  await log()
  const faults = async () => (await withConsistentRead(connection, verifySeals)).faults
  expect(await faults()).toEqual([])
  await expect(query("delete from record where org_id = 'instance'")).rejects.toThrow('append-only')
  await rowsOf(connection, "update record set body = '{}' where org_id = 'instance'")
  expect(await faults()).toMatchObject([
    {
      organization: '(instance)',
      seq: 1,
      fault: expect.stringContaining('is not what was hashed'),
    },
  ])
})

it('is open to nobody: its organization takes no members and is at no address', async () => {
  const { administer, call, log } = await startService()
  await administer((it) => it.addUser('robin'))
  await log()
  await expect(administer((it) => it.addMember('(instance)', 'robin', 'admin'))).rejects.toThrow(
    "There is no organization named '(instance)'",
  )
  for (const name of ['(instance)', 'instance']) {
    const path = `/cairn/${encodeURIComponent(name)}/audit-log/entries`
    expect((await call('GET', path, { key: 'admin' })).status).toBe(403)
  }
})
