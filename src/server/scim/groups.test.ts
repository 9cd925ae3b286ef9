import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cairnAddress, signInBy, startProvisioned } from '#server/testing/scim.ts'

type World = Awaited<ReturnType<typeof startProvisioned>>
let people: World['people']
let provider: World['provider']
let app: World['app']
let scim: World['scim']
beforeAll(async () => {
  ;({ people, provider, app, scim } = await startProvisioned(
    'admins=acme:admin,staff=acme:reader,others=globex:reader',
  ))
})
afterAll(async () => {
  await app.close()
  await provider.close()
})

async function user(name: string): Promise<string> {
  const { status, body } = await scim('POST', '/Users', {
    userName: name,
    externalId: `sub-${name}`,
  })
  expect(status).toBe(201)
  return body.id
}
async function group(displayName: string, ...members: string[]): Promise<string> {
  const sent = { displayName, members: members.map((value) => ({ value })) }
  const { status, body } = await scim('POST', '/Groups', sent)
  expect(status).toBe(201)
  return body.id
}
const patch = (id: string, ...Operations: object[]) =>
  scim('PATCH', `/Groups/${id}`, { Operations })
const membersOf = async (id: string) =>
  (await scim('GET', `/Groups/${id}`)).body.members.map(({ value }: { value: string }) => value)
/** Roles in shared organizations. */
async function rolesOf(id: string) {
  const rows = await app.query<{ name: string; role: string }>(
    `select name, role from membership join organization on id = org_id
     where user_id = $1 and kind = 'shared'`,
    [id],
  )
  return Object.fromEntries(rows.map(({ name, role }) => [name, role]))
}
async function signIn(subject: string, claims: object) {
  people[subject] = { preferred_username: subject, ...claims }
  return (await signInBy(app, subject)).status
}

describe('a group', () => {
  it('is made, shown, found and removed', async () => {
    const [one, two] = [await user('g-one'), await user('g-two')]
    const members = [{ value: one }, { value: two, display: 'ignored' }]
    const sent = { displayName: 'Sales', externalId: 'g-1', members }
    const { status, body, headers } = await scim('POST', '/Groups', sent)
    expect([status, headers['location']]).toEqual([201, body.meta.location])
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      externalId: 'g-1',
      displayName: 'Sales',
      members: [
        { value: one, display: 'g-one' },
        { value: two, display: 'g-two' },
      ],
      meta: { resourceType: 'Group', location: `${cairnAddress}/scim/v2/Groups/${body.id}` },
    })
    for (const filter of ['displayName eq "sales"', 'externalId eq "g-1"', `members eq "${two}"`])
      expect(
        (await scim('GET', `/Groups?filter=${encodeURIComponent(filter)}`)).body.Resources,
      ).toEqual([body])
    const short = await scim('GET', `/Groups/${body.id}?excludedAttributes=members`)
    expect(short.body).not.toHaveProperty('members')
    expect((await scim('POST', '/Groups', { displayName: 'Sales' })).body.scimType).toBe(
      'uniqueness',
    )
    expect((await scim('DELETE', `/Groups/${body.id}`)).status).toBe(204)
    for (const method of ['GET', 'DELETE'])
      expect((await scim(method, `/Groups/${body.id}`)).status).toBe(404)
  })

  it('changes as clients say it', async () => {
    const ids = [await user('m-1'), await user('m-2'), await user('m-3')]
    const [one = '', two = '', three = ''] = ids
    const values = (...some: string[]) => some.map((value) => ({ value }))
    const id = await group('changing')
    for (const [operation, expected] of [
      [{ op: 'Add', path: 'members', value: values(one, two) }, [one, two]],
      [{ op: 'add', path: 'members', value: values(two, three) }, [one, two, three]],
      [{ op: 'remove', path: `members[value eq "${two}"]` }, [one, three]],
      [{ op: 'Remove', path: 'members', value: values(one) }, [three]],
      [{ op: 'replace', path: 'members', value: values(one, two) }, [one, two]],
      [{ op: 'replace', value: { id, displayName: 'changed' } }, [one, two]],
      [{ op: 'replace', value: { members: values(three) } }, [three]],
      [{ op: 'remove', path: 'members' }, []],
    ] as const) {
      expect((await patch(id, operation)).status).toBe(200)
      expect(await membersOf(id)).toEqual(expected)
    }
    expect(
      (await scim('PUT', `/Groups/${id}`, { displayName: 'x', members: values(one) })).body,
    ).toMatchObject({ displayName: 'x', members: [{ value: one }] })
    await scim('PUT', `/Groups/${id}`, { displayName: 'y' })
    expect(await membersOf(id)).toEqual([one])
    await scim('DELETE', `/Users/${one}`)
    expect(await membersOf(id)).toEqual([])
  })

  it.each<[string, object, string]>([
    ['an unknown member', { op: 'add', path: 'members', value: [{ value: 'x' }] }, 'members'],
    ['members without an id', { op: 'add', path: 'members', value: [{}] }, 'members'],
    ['members that are null', { op: 'add', path: 'members', value: null }, 'members'],
    ['a condition on another part', { op: 'remove', path: 'members[type eq "x"]' }, 'filter'],
    ['a part of the name', { op: 'replace', path: 'displayName.x', value: 'x' }, 'path'],
    ['no name', { op: 'replace', path: 'displayName', value: '' }, 'displayName'],
    ['a removed name', { op: 'remove', path: 'displayName' }, 'displayName'],
    ['a name without a value', { op: 'replace', path: 'displayName' }, 'value: Field required'],
    [
      'members of two ids at once',
      { op: 'remove', path: 'members[value eq "a" and value eq "b"]' },
      'path: Input should have one condition on members',
    ],
  ])('is not changed by %s', async (what, operation, field) => {
    const id = await group(`refusing ${what}`)
    const { status, body } = await patch(id, operation)
    expect([status, body.status]).toEqual([400, '400'])
    expect(body.detail).toContain(field)
    expect(await membersOf(id)).toEqual([])
  })
})

describe('roles', () => {
  it('follow groups at once, where SCIM has each group that gives a role', async () => {
    const [ann, ben] = [await user('ann'), await user('ben')]
    expect(await signIn('sub-ann', { groups: ['admins'] })).toBe(200)
    expect(await rolesOf(ann)).toEqual({ acme: 'admin' })
    // One of two groups of acme: the claim still decides.
    const staff = await group('staff', ann, ben)
    expect([await rolesOf(ann), await rolesOf(ben)]).toEqual([{ acme: 'admin' }, {}])
    const admins = await group('admins', ann)
    await patch(staff, { op: 'replace', path: 'members', value: [{ value: ann }] })
    expect(await rolesOf(ann)).toEqual({ acme: 'admin' })
    await patch(staff, { op: 'add', path: 'members', value: [{ value: ben }] })
    expect(await rolesOf(ben)).toEqual({ acme: 'reader' })
    await patch(admins, { op: 'remove', path: `members[value eq "${ann}"]` })
    expect(await rolesOf(ann)).toEqual({ acme: 'reader' })
    const entries = await app.query(
      `select kind, actor from record where body like '%"ann"%' or body like '%"sub-ann"%'
       order by id desc limit 1`,
    )
    expect(entries).toEqual([{ kind: 'member_changed', actor: '(SCIM)' }])

    // At sign-in SCIM decides about acme, the claim about globex, and its absence takes nothing.
    expect(await signIn('sub-ann', { groups: ['admins', 'others'] })).toBe(200)
    expect(await rolesOf(ann)).toEqual({ acme: 'reader', globex: 'reader' })
    expect(await signIn('sub-ann', {})).toBe(401)
    expect(await rolesOf(ann)).toEqual({ acme: 'reader', globex: 'reader' })

    // Whom SCIM does not know is not decided about.
    expect(await signIn('stranger', { groups: ['admins'] })).toBe(200)
    const [stranger] = await app.query(`select id from user_account where name = 'stranger'`)
    expect(await rolesOf(stranger?.id)).toEqual({ acme: 'admin' })

    // Who leaves keeps nothing to come back to.
    await scim('DELETE', `/Users/${ben}`)
    expect(await rolesOf(ben)).toEqual({})
    expect((await scim('DELETE', `/Groups/${staff}`)).status).toBe(204)
    expect(await rolesOf(ann)).toEqual({ globex: 'reader' })
    expect(await rolesOf(stranger?.id)).toEqual({ acme: 'admin' })
  })
})
