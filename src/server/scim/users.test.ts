import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withAdministration } from '#server/database/system/administration.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { scimClient, scimToken } from '#server/testing/scim.ts'

const user = 'urn:ietf:params:scim:schemas:core:2.0:User'
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
let app: TestApp
let scim: ReturnType<typeof scimClient>
beforeAll(async () => {
  app = await startTestApp({
    environment: { CAIRN_SCIM_TOKEN: scimToken, CAIRN_BASE_URL: 'https://cairn.test' },
  })
  scim = scimClient(app)
})
afterAll(() => app.close())

/** A body like Okta's. */
const oktaUser = (userName: string, more: object = {}) => ({
  schemas: [user],
  userName,
  name: { givenName: 'Ada', familyName: 'Byron' },
  emails: [{ primary: true, value: userName.includes('@') ? userName : '', type: 'work' }],
  displayName: 'Ada Byron',
  locale: 'en-US',
  groups: [],
  password: 'x9!',
  active: true,
  ...more,
})
const patch = (...Operations: object[]) => ({ schemas: [patchOp], Operations })
async function made(userName: string, more: object = {}): Promise<string> {
  const { status, body } = await scim('POST', '/Users', oktaUser(userName, more))
  expect(status).toBe(201)
  return body.id
}
const isActive = async (id: string) => (await scim('GET', `/Users/${id}`)).body.active

/** An account of the operator with an address, a key, a session and a robot. */
async function leaver(name: string) {
  const key = await withAdministration(app.connection, async (it) => {
    await it.addUser(name, `${name}@corp.example`)
    await it.addMember('acme', name, 'admin')
    return it.addKey(name, 'theirs')
  })
  const signedIn = await app.call('POST', '/cairn/session', { key: null, json: { api_key: key } })
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  const json = { name: `robot-of-${name}`, privilege: 'member' }
  await app.call('POST', '/service-accounts/acme', { key, json })
  const keys = `/service-accounts/acme/robot-of-${name}/api-keys`
  const robot = (await app.call('POST', keys, { key, json: {} })).body.key as string
  const access = async () => [
    (await app.call('GET', '/flows/acme', { key })).status,
    (await app.call('GET', '/flows/acme', { key: null, headers: { cookie } })).status,
    (await app.call('GET', '/flows/acme', { key: robot })).status,
  ]
  expect(await access()).toEqual([200, 200, 200])
  return { access, email: `${name}@corp.example` }
}

describe('provisioning', () => {
  it('makes a user, shows it, and finds it', async () => {
    const sent = oktaUser('Ada@corp.example', { externalId: '00u1' })
    const { status, body, headers } = await scim('POST', '/Users', sent)
    const location = `https://cairn.test/scim/v2/Users/${body.id}`
    expect([status, headers['location']]).toEqual([201, location])
    expect(headers['content-type']).toBe('application/scim+json; charset=utf-8')
    expect(body).toEqual({
      schemas: [user],
      id: body.id,
      externalId: '00u1',
      userName: 'Ada@corp.example',
      active: true,
      emails: [{ value: 'Ada@corp.example', type: 'work', primary: true }],
      meta: {
        resourceType: 'User',
        created: expect.stringMatching(/^20.*Z$/),
        lastModified: body.meta.created,
        location,
      },
    })
    expect((await scim('GET', `/Users/${body.id}`)).body).toEqual(body)
    const [account] = await app.query(`select name, email from user_account where id = $1`, [
      body.id,
    ])
    expect(account).toEqual({ name: 'ada', email: 'Ada@corp.example' })
    const entries = await app.query(
      `select kind, address from record where actor = '(SCIM)' and body like '%"ada"%' order by kind`,
    )
    expect(entries).toEqual([
      { kind: 'member_added', address: '127.0.0.1' },
      { kind: 'user_added', address: '127.0.0.1' },
    ])
  })

  it.each([
    ['userName eq "ada@CORP.example"', 1],
    ['USERNAME EQ "Ada@corp.example"', 1],
    [`${user}:userName eq "Ada@corp.example"`, 1],
    ['externalId eq "00u1"', 1],
    ['externalId eq "00U1"', 0],
    ['userName eq "Ada@corp.example" and active eq true', 1],
    ['userName eq "Ada@corp.example" and active eq False', 0],
    ['emails[type eq "work"].value eq "ada@corp.example"', 1],
    ['userName eq "a \\"b\\""', 0],
    ['id eq "x"', 0],
  ])('finds by %s: %i', async (filter, count) => {
    const { status, body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect(status).toBe(200)
    expect([body.totalResults, body.Resources.length]).toEqual([count, count])
  })

  it('lists in pages, with the attributes that are asked for', async () => {
    for (const name of ['p1', 'p2', 'p3']) await made(name)
    const all = (await scim('GET', '/Users')).body
    expect(all.totalResults).toBe(all.Resources.length)
    const page = (await scim('GET', '/Users?startIndex=2&count=2')).body
    expect(page).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: all.totalResults,
      startIndex: 2,
      itemsPerPage: 2,
      Resources: all.Resources.slice(1, 3),
    })
    expect((await scim('GET', '/Users?startIndex=-4&count=-1')).body).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
    })
    expect((await scim('GET', '/Users?startIndex=999999999')).body.Resources).toEqual([])
    const [first] = (await scim('GET', '/Users?attributes=userName,meta.created&count=1')).body
      .Resources
    expect(Object.keys(first)).toEqual(['schemas', 'id', 'userName', 'meta'])
    const one = await scim('GET', `/Users/${first.id}?excludedAttributes=meta,id,emails`)
    expect(Object.keys(one.body)).not.toContain('meta')
    expect(one.body.id).toBe(first.id)
  })

  it('replaces a user; what is not sent stays', async () => {
    const id = await made('before@corp.example', { externalId: 'r-1' })
    const sent = { schemas: [user], userName: 'after@corp.example', emails: [] }
    const { status, body } = await scim('PUT', `/Users/${id}`, sent)
    expect(status).toBe(200)
    expect(body).toMatchObject({ userName: 'after@corp.example', externalId: 'r-1', active: true })
    expect(body).not.toHaveProperty('emails')
  })

  it('refuses a name or an id that another user has', async () => {
    const id = await made('unique', { externalId: 'u-1' })
    const other = await made('another', { externalId: 'u-2' })
    for (const answer of [
      await scim('POST', '/Users', oktaUser('UNIQUE')),
      await scim('POST', '/Users', oktaUser('third', { externalId: 'u-1' })),
      await scim('PUT', `/Users/${other}`, oktaUser('Unique')),
      await scim(
        'PATCH',
        `/Users/${other}`,
        patch({ op: 'replace', path: 'userName', value: 'unique' }),
      ),
    ])
      expect([answer.status, answer.body.status, answer.body.scimType]).toEqual([
        409,
        '409',
        'uniqueness',
      ])
    expect((await scim('PUT', `/Users/${id}`, oktaUser('unique'))).status).toBe(200)
  })
})

describe('deactivation', () => {
  it.each<[string, (id: string) => Promise<{ status: number }>]>([
    [
      'PATCH of Okta',
      (id) => scim('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } })),
    ],
    [
      'PATCH of Entra ID',
      (id) =>
        scim('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' })),
    ],
    ['PUT', (id) => scim('PUT', `/Users/${id}`, oktaUser(`x${id}`, { active: false }))],
    ['DELETE', (id) => scim('DELETE', `/Users/${id}`)],
  ])('by %s ends sessions, and refuses keys at once, those of robots too', async (way, end) => {
    const name = `leaver-${way.toLowerCase().replaceAll(' ', '-')}`
    const { access, email } = await leaver(name)
    const id = await made(email)
    expect(await access()).toEqual([200, 200, 200])
    expect((await end(id)).status).toBe(way === 'DELETE' ? 204 : 200)
    expect(await access()).toEqual([401, 401, 401])
    const entries = await app.query(
      `select kind, actor from record where body like $1 and kind in ('user_disabled', 'signed_out')
       and org_id = (select id from organization where name = 'acme') order by id`,
      [`%"${name}"%`],
    )
    expect(entries).toEqual([
      { kind: 'user_disabled', actor: '(SCIM)' },
      { kind: 'signed_out', actor: '(SCIM)' },
    ])
  })

  it('is taken back by true in its forms', async () => {
    const { access, email } = await leaver('returner')
    const id = await made(email)
    for (const value of [true, 'True']) {
      await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))
      expect(await isActive(id)).toBe(false)
      const { body } = await scim(
        'PATCH',
        `/Users/${id}`,
        patch({ op: 'Add', value: { Active: value } }),
      )
      expect(body.active).toBe(true)
      expect(await access()).toEqual([200, 401, 200])
    }
  })

  it('by the operator is not taken back by a directory that never said otherwise', async () => {
    const { access, email } = await leaver('held')
    const id = await made(email)
    await withAdministration(app.connection, (it) => it.setDisabled('held', true))
    const { body } = await scim('PUT', `/Users/${id}`, oktaUser(email, { active: true }))
    expect(body.active).toBe(false)
    expect(await access()).toEqual([401, 401, 401])
  })

  it('holds for who is made inactive, and DELETE hides them until they come back', async () => {
    const { access, email } = await leaver('again')
    const id = await made(email, { externalId: 'again-1', active: false })
    expect(await access()).toEqual([401, 401, 401])
    expect((await scim('DELETE', `/Users/${id}`)).body).toBe(null)
    for (const [method, body] of [['GET'], ['DELETE'], ['PUT', oktaUser(email)]] as const)
      expect((await scim(method, `/Users/${id}`, body)).status).toBe(404)
    const filter = encodeURIComponent(`userName eq "${email}"`)
    expect((await scim('GET', `/Users?filter=${filter}`)).body.totalResults).toBe(0)
    // Another person with the same name and address, who may not have the account.
    const other = await made(email, { externalId: 'again-2' })
    expect(other).not.toBe(id)
    expect(await access()).toEqual([401, 401, 401])
    await scim('DELETE', `/Users/${other}`)
    expect(await made('again@new.example', { externalId: 'again-1' })).toBe(id)
    expect(await access()).toEqual([200, 401, 200])
  })

  it('gives no account that an organization made, or of which there are two', async () => {
    const invited = { name: 'invitee', role: 'reader', create: true, email: 'trap@corp.example' }
    await app.call('POST', '/cairn/acme/members', { key: 'admin', json: invited })
    await withAdministration(app.connection, async (it) => {
      await it.addUser('one', 'both@corp.example')
      await it.addUser('two', 'both@corp.example')
    })
    const names = await app.query(`select name from user_account where id = any($1) order by id`, [
      [await made('trap@corp.example'), await made('both@corp.example')],
    ])
    expect(names).toEqual([{ name: 'trap' }, { name: 'both' }])
  })
})

describe('a user is changed', () => {
  it.each<[string, object[], object]>([
    [
      'as Entra ID does',
      [
        { op: 'Replace', path: 'userName', value: 'entra@corp.example' },
        { op: 'Add', path: 'emails[type eq "work"].value', value: 'entra@mail.example' },
        { op: 'Add', path: 'name.givenName', value: 'E' },
        { op: 'Replace', path: `${user}:externalId`, value: 'entra-1' },
        {
          op: 'Add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'x',
        },
      ],
      {
        userName: 'entra@corp.example',
        externalId: 'entra-1',
        emails: [{ value: 'entra@mail.example', type: 'work', primary: true }],
      },
    ],
    [
      'by members of a value',
      [
        {
          op: 'replace',
          value: { externalId: 'k-1', title: 'x', 'emails[primary eq true].value': 'k@k.k' },
        },
      ],
      { externalId: 'k-1', emails: [{ value: 'k@k.k' }] },
    ],
    [
      'in order',
      [
        {
          op: 'add',
          path: 'emails',
          value: [{ value: 'a@a.a' }, { value: 'b@b.b', primary: 'True' }],
        },
        { op: 'replace', path: 'externalId', value: 'x-1' },
        { op: 'replace', path: 'externalId', value: 'x-2' },
      ],
      { externalId: 'x-2', emails: [{ value: 'b@b.b' }] },
    ],
    [
      'by an address at a path that names one',
      [{ op: 'replace', path: 'emails[type eq "work"]', value: 'plain@mail.example' }],
      { emails: [{ value: 'plain@mail.example' }] },
    ],
    [
      'by a list at such a path',
      [{ op: 'add', path: 'emails[type eq "work"]', value: [{ value: 'listed@mail.example' }] }],
      { emails: [{ value: 'listed@mail.example' }] },
    ],
  ])('%s', async (what, operations, expected) => {
    const id = await made(`changed ${what}`)
    const { status, body } = await scim('PATCH', `/Users/${id}`, patch(...operations))
    expect(status).toBe(200)
    expect(body).toMatchObject(expected)
  })

  it.each(['emails[type eq "work"]', 'emails', 'userName'])(
    'in no way without a value at %s',
    async (path) => {
      const id = await made(`no value at ${path}`)
      const before = (await scim('GET', `/Users/${id}`)).body
      const { status, body } = await scim('PATCH', `/Users/${id}`, patch({ op: 'add', path }))
      expect([status, body.scimType, body.detail]).toEqual([
        400,
        'invalidValue',
        `value: Field required to add something at '${path}'`,
      ])
      expect((await scim('GET', `/Users/${id}`)).body).toEqual(before)
    },
  )

  it('and loses what is removed', async () => {
    const id = await made('losing@corp.example', { externalId: 'l-1' })
    const { body } = await scim(
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'remove', path: 'externalId' }, { op: 'Remove', path: 'emails' }),
    )
    expect(Object.keys(body)).toEqual(['schemas', 'id', 'userName', 'active', 'meta'])
  })
})
