import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { callAsTerraformProvider } from '#server/testing/provider.ts'
import { countRows } from '#server/testing/rows.ts'

const hosts: Record<string, string> = {
  'hooks.slack.com': '3.68.175.98',
  'hooks.example': '93.184.216.34',
  'inside.example': '10.1.2.3',
}
const path = '/organizations/acme/environments_notifications'
const url = 'https://hooks.example/in?token=t0p'

let app: TestApp
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({
    clock: () => (now += 1),
    resolve: async (host) => {
      const address = hosts[host]
      if (address === undefined) throw new Error(`ENOTFOUND ${host}`)
      return [{ address, family: 4 }]
    },
  })
  for (const name of ['prod', 'staging', 'gone']) {
    await app.call('PUT', '/environments/acme', { json: { name, type: 'server' } })
  }
  await app.call('PUT', '/environments/acme/gone/archive')
})
afterAll(() => app.close())

const rule = (name: string, more: object = {}) => ({
  name,
  type: 'env',
  environments: ['prod'],
  triggers: ['ON_NON_COMPLIANT_ENV'],
  targets: [{ type: 'WEBHOOK', webhook: url, payload_version: '1.0' }],
  ...more,
})
const put = (name: string, more: object = {}) => app.call('PUT', path, { json: rule(name, more) })
const numberOf = async (name: string): Promise<number> => {
  const { body } = await app.call('GET', path)
  return body.find((one: { name: string }) => one.name === name)?.number
}

describe('an environment notification', () => {
  it('is created, read and listed', async () => {
    const made = await put('first', {
      environments: ['prod', 'staging'],
      triggers: ['ON_STARTED_ARTIFACT', 'ON_EXITED_ARTIFACT'],
      targets: [
        { type: 'slack', webhook: 'https://hooks.slack.com/services/T/B/x' },
        { type: 'WebHook', webhook: url },
        { type: 'EMAIL', email: ['ops@example.com'] },
      ],
    })
    expect([made.status, made.body]).toEqual([200, 'OK'])
    const { body, headers } = await app.call('GET', `${path}/1`)
    const never = { last_success_at: null, last_failure_at: null, is_disabled: false }
    expect(body).toEqual({
      name: 'first',
      type: 'env',
      number: 1,
      environments: ['prod', 'staging'],
      triggers: ['ON_STARTED_ARTIFACT', 'ON_EXITED_ARTIFACT'],
      targets: [
        { type: 'SLACK', webhook: 'https://hooks.slack.com/services/T/B/x', ...never },
        { type: 'WEBHOOK', webhook: url, ...never },
        { type: 'EMAIL', email: ['ops@example.com'], ...never },
      ],
      created_by: 'member',
      is_created_from_slack_app: false,
      last_modified_at: expect.any(Number),
      is_failing: null,
      last_success_timestamp: null,
      last_failure_timestamp: null,
      created_at: expect.any(Number),
    })
    expect(headers['etag']).toMatch(/^"[\w-]{22}"$/)
    expect((await app.call('GET', path)).body).toEqual([body])
  })

  it('shows masked webhooks to those who may not change them, and stores them encrypted', async () => {
    const { text } = await app.call('GET', path, { key: 'reader' })
    expect(text).toContain('"webhook":"https://hooks.example/•••"')
    for (const secret of ['t0p', 'services/T']) {
      expect(text).not.toContain(secret)
      const rows = await app.query(
        'select t.*, r.body from notification_target t join record r using (org_id)',
      )
      expect(JSON.stringify(rows)).not.toContain(secret)
      const stored = await app.query<{ text: string }>(
        "select encode(address, 'escape') as text from notification_target",
      )
      for (const row of stored) expect(row.text).not.toContain(secret)
    }
  })

  it('changes by its name and by its number, and may be renamed', async () => {
    await put('again')
    const number = await numberOf('again')
    await put('again', { environments: ['staging'] })
    expect((await app.call('GET', `${path}/${number}`)).body.environments).toEqual(['staging'])
    const renamed = await app.call('PUT', `${path}/${number}`, { json: rule('renamed') })
    expect([renamed.status, renamed.body]).toEqual([200, 'OK'])
    const { body } = await app.call('GET', `${path}/${number}`)
    expect(body).toMatchObject({ name: 'renamed', number, environments: ['prod'] })
    const taken = await app.call('PUT', `${path}/${number}`, { json: rule('first') })
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([400, ['name']])
  })

  it('appends no audit entry for a call that changes nothing', async () => {
    await put('same')
    const before = await countRows(app)
    await put('same')
    expect(await countRows(app)).toEqual(before)
  })

  it('gets numbers that are never reused, also when many are made at once', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `crowd-${n}`)
    for (const answer of await Promise.all(names.map((name) => put(name)))) {
      expect(answer.status).toBe(200)
    }
    const numbers = await Promise.all(names.map(numberOf))
    const last = Math.max(...numbers)
    const first = Math.min(...numbers)
    expect(new Set(numbers).size).toBe(8)
    expect((await app.call('DELETE', `${path}/${last}`)).body).toBe('OK')
    await put('later')
    expect(await numberOf('later')).toBe(last + 1)
    const oldest = names[numbers.indexOf(first)] ?? ''
    await put(oldest)
    expect(await numberOf(oldest)).toBe(first)
  })

  it('has a unique name, also when two are made with the same name at once', async () => {
    await put('two-a')
    await put('two-b')
    const numbers = await Promise.all(['two-a', 'two-b'].map(numberOf))
    const answers = await Promise.all(
      numbers.map((number) => app.call('PUT', `${path}/${number}`, { json: rule('two-c') })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('is not overwritten by a caller who read an older one', async () => {
    await put('stale')
    const number = await numberOf('stale')
    const { headers } = await app.call('GET', `${path}/${number}`)
    const ifMatch = { 'if-match': String(headers['etag']) }
    await put('stale', { environments: ['staging'] })
    const late = { json: rule('stale', { environments: ['prod'] }), headers: ifMatch }
    const { status, body } = await app.call('PUT', `${path}/${number}`, late)
    expect([status, body.current.environments]).toEqual([412, ['staging']])
    expect((await app.call('DELETE', `${path}/${number}`, { headers: ifMatch })).status).toBe(412)
  })

  it.each([['0'], ['999'], ['1.5'], ['x'], ['99999999999']])('number %s is unknown', async (no) => {
    for (const [method, rest] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/secret'],
      ['POST', '/secret/rotate'],
    ]) {
      const { status, body } = await app.call(String(method), `${path}/${no}${rest}`)
      expect([status, body]).toEqual([404, { message: 'action not found' }])
    }
    const change = await app.call('PUT', `${path}/${no}`, { json: rule('nobody') })
    expect([change.status, change.body]).toEqual([404, { message: 'action not found' }])
  })
})

describe('its secret', () => {
  it('stays the same until it is rotated, and is shown only to those who may change it', async () => {
    await put('signed')
    const number = await numberOf('signed')
    const read = () => app.call('GET', `${path}/${number}/secret`)
    const { body: first } = await read()
    expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await read()).body).toEqual(first)
    const rotated = await app.call('POST', `${path}/${number}/secret/rotate`)
    expect(rotated.status).toBe(201)
    expect(rotated.body.secret).not.toBe(first.secret)
    expect((await read()).body).toEqual(rotated.body)
    const refused = await app.call('GET', `${path}/${number}/secret`, { key: 'reader' })
    expect(refused.status).toBe(403)
    const entries = await app.query('select body from record')
    expect(JSON.stringify(entries)).not.toContain('whsec_')
  })
})

describe('an invalid notification is refused, and nothing is stored', () => {
  const hook = (webhook: unknown) => ({ targets: [{ type: 'WEBHOOK', webhook }] })
  it.each<[string, object, string, RegExp]>([
    ['an empty name', { name: '' }, 'name', /at least 1/],
    ['another type', { type: 'flow' }, 'type', /^Input should be 'env' \[input: flow\]$/],
    ['no environments', { environments: [] }, 'environments', /at least 1/],
    ['an unknown environment', { environments: ['nix'] }, 'environments.0', /not exist.*nix\]$/],
    ['an archived environment', { environments: ['prod', 'gone'] }, 'environments.1', /archived/],
    ['no triggers', { triggers: [] }, 'triggers', /at least 1/],
    ['an unknown trigger', { triggers: ['ON_RAIN'] }, 'triggers.0', /ON_COMPLIANT_ENV'.*ON_RAIN\]/],
    ['no targets', { targets: [] }, 'targets', /at least 1/],
    [
      'an unknown target',
      { targets: [{ type: 'FAX' }] },
      'targets.0.type',
      /'EMAIL'.* \[input: FAX/,
    ],
    ['a target without URL', { targets: [{ type: 'SLACK' }] }, 'targets.0.webhook', /required/],
    ['a URL that is none', hook('not a url'), 'targets.0.webhook', /valid URL \[input: not a url/],
    ['another scheme', hook('ftp://hooks.example/'), 'targets.0.webhook', /valid URL/],
    ['a masked URL', hook('https://hooks.example/•••'), 'targets.0.webhook', /masked/],
    ['a password', hook('https://a:b@hooks.example/'), 'targets.0.webhook', /password/],
    [
      'a channel that is none',
      { targets: [{ type: 'SLACK', webhook: url, context: { channel_name: 7 } }] },
      'targets.0.context.channel_name',
      /valid string \[input: 7\]$/,
    ],
    ['a loopback address', hook('http://127.0.0.1/'), 'targets.0.webhook', /private network/],
    ['it in hexadecimal', hook('http://0x7f000001/'), 'targets.0.webhook', /private network/],
    ['it in short', hook('http://127.1/'), 'targets.0.webhook', /private network/],
    ['it in IPv6', hook('http://[::ffff:7f00:1]/'), 'targets.0.webhook', /private network/],
    ['metadata', hook('http://169.254.169.254/x'), 'targets.0.webhook', /private network/],
    ['a name inside', hook('http://inside.example/'), 'targets.0.webhook', /private network/],
    [
      'mail to nobody',
      { targets: [{ type: 'EMAIL', email: [] }] },
      'targets.0.email',
      /at least 1/,
    ],
    [
      'mail with a line break',
      { targets: [{ type: 'email', email: ['a@b.example\nBcc: c@d.example'] }] },
      'targets.0.email.0',
      /valid email/,
    ],
  ])('%s', async (_what, more, field, reason) => {
    const before = await countRows(app)
    const { status, body } = await put('bad', more)
    expect([status, body.message]).toEqual([400, 'Input payload validation failed'])
    expect(body.errors[field]).toMatch(reason)
    expect(await countRows(app)).toEqual(before)
  })

  it('with a host that does not resolve yet is saved', async () => {
    expect((await put('hopeful', hook('https://nobody.example/x'))).status).toBe(200)
  })
})

describe('requests of the infrastructure client', () => {
  // It reads the list, and finds the number by the name.
  it('make, read, change and remove a notification without a difference', async () => {
    const wanted = rule('infra', {
      environments: ['staging', 'prod'],
      targets: [
        { type: 'SLACK', webhook: 'https://hooks.slack.com/services/T/B/x' },
        { type: 'WEBHOOK', webhook: url, payload_version: '1.0' },
        { type: 'EMAIL', email: ['ops@example.com'] },
      ],
    })
    expect(await callAsTerraformProvider(app, 'PUT', path, wanted)).toEqual([200, 'OK'])
    const [status, list] = await callAsTerraformProvider(app, 'GET', path)
    expect(status).toBe(200)
    const listed = list.find(({ name }: { name: string }) => name === 'infra')
    expect(listed).toMatchObject(wanted)
    const one = `${path}/${listed.number}`
    expect(await callAsTerraformProvider(app, 'GET', one)).toEqual([200, listed])
    const before = await countRows(app)
    expect(await callAsTerraformProvider(app, 'PUT', path, wanted)).toEqual([200, 'OK'])
    expect(await countRows(app)).toEqual(before)
    const changed = rule('infra-renamed', { triggers: ['ON_ALLOWED_ARTIFACT'] })
    expect(await callAsTerraformProvider(app, 'PUT', one, changed)).toEqual([200, 'OK'])
    const [, read] = await callAsTerraformProvider(app, 'GET', one)
    expect(read).toMatchObject({ ...changed, number: listed.number })
    expect(await callAsTerraformProvider(app, 'DELETE', one)).toEqual([200, 'OK'])
    const gone = [404, { message: 'action not found' }]
    expect(await callAsTerraformProvider(app, 'GET', one)).toEqual(gone)
    expect(await callAsTerraformProvider(app, 'DELETE', one)).toEqual(gone)
  })
})

it('appends an audit entry when its secret or its whole addresses are read', async () => {
  await put('read')
  const number = await numberOf('read')
  const read = async (path: string, key?: string) => {
    const before = await app.query('select id from record')
    await app.call('GET', path, key ? { key } : {})
    const rows = await app.query(
      "select actor, kind, subject ->> 'notification' as name, body::json ->> 'read' as read from record where not id = any($1)",
      [before.map(({ id }) => id)],
    )
    return rows.filter(({ name }) => name === 'read')
  }
  const entry = { actor: 'member', kind: 'notification_secret_read', name: 'read' }
  expect(await read(`${path}/${number}/secret`)).toEqual([{ ...entry, read: 'secret' }])
  expect(await read(`${path}/${number}`)).toEqual([{ ...entry, read: 'addresses' }])
  expect(await read(path)).toEqual([{ ...entry, read: 'addresses' }])
  expect(await read(`${path}/${number}`, 'reader')).toEqual([])
})
