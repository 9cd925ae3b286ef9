import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { callAsTerraformProvider } from '#server/testing/provider.ts'
import { countRows } from '#server/testing/rows.ts'

const path = '/cairn/acme/notifications'
const drafts = '/cairn/acme/notification-drafts'
const specified = '/organizations/acme/environments_notifications'
const secret = 'https://hooks.example/in?token=t0p'

let app: TestApp
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({
    clock: () => (now += 0.01),
    resolve: async (host) => [
      { address: host === 'inside.example' ? '10.1.2.3' : '93.184.216.34', family: 4 },
    ],
  })
  const report = environmentReporter(app)
  for (const name of ['prod-eu', 'prod-us', 'staging', 'lonely']) await report.environment(name)
  await tag('prod-eu', { tier: 'prod' })
  await tag('prod-us', { tier: 'prod' })
})
afterAll(() => app.close())

const tag = (name: string, set_tags: object, remove_tags: string[] = []) =>
  app.call('PATCH', `/tags/acme/environment/${name}`, { json: { set_tags, remove_tags } })
const draft = (name: string, more: object = {}) => ({
  name,
  environments: ['staging'],
  triggers: ['ON_NON_COMPLIANT_ENV'],
  targets: [{ type: 'WEBHOOK', webhook: secret }],
  ...more,
})
const happened = { at: 1, trigger: 'ON_STARTED_ARTIFACT', environment: 'nix' }
const make = async (name: string, more: object = {}) => {
  const { status, body } = await app.call('POST', path, { json: draft(name, more) })
  expect(status).toBe(201)
  return body
}

describe('environments by tag, type or name', () => {
  it('are watched as they come and go, besides the named ones', async () => {
    const selector = { tags: ['tier:prod'], name_pattern: 'prod-*' }
    const { number, environments, named_environments } = await make('selecting', { selector })
    expect([environments, named_environments]).toEqual([
      ['staging', 'prod-eu', 'prod-us'],
      ['staging'],
    ])
    const watched = async () => (await app.call('GET', `${specified}/${number}`)).body.environments
    expect(await watched()).toEqual(['staging', 'prod-eu', 'prod-us'])
    await app.call('PUT', '/environments/acme', { json: { name: 'prod-asia', type: 'server' } })
    expect(await watched()).toHaveLength(3)
    await tag('prod-asia', { tier: 'prod' })
    expect(await watched()).toEqual(['staging', 'prod-asia', 'prod-eu', 'prod-us'])
    await app.call('PUT', '/environments/acme/prod-asia/archive')
    await tag('prod-us', {}, ['tier'])
    expect(await watched()).toEqual(['staging', 'prod-eu'])
    await tag('prod-us', { tier: 'prod' })
    const found = await app.call('GET', `${drafts}/environments?tag=tier:prod&type=server`)
    expect(found.body.environments.map(({ name }: { name: string }) => name)).toEqual([
      'prod-eu',
      'prod-us',
    ])
    const literal = await app.call('GET', `${drafts}/environments?name_pattern=prod_eu`)
    expect(literal.body.environments).toEqual([])
  })

  it('stay as they are when the infrastructure client sends back what it read', async () => {
    const { number } = await make('provided', { selector: { tags: ['tier'] }, digest: 'daily' })
    const [, read] = await callAsTerraformProvider(app, 'GET', `${specified}/${number}`)
    const before = await countRows(app)
    const sent = { name: 'provided', type: 'env', environments: read.environments }
    const rest = { triggers: read.triggers, targets: [{ type: 'WEBHOOK', webhook: secret }] }
    expect(await callAsTerraformProvider(app, 'PUT', specified, { ...sent, ...rest })).toEqual([
      200,
      'OK',
    ])
    expect(await countRows(app)).toEqual(before)
    await callAsTerraformProvider(app, 'PUT', specified, {
      ...sent,
      ...rest,
      environments: ['prod-us'],
    })
    expect((await app.call('GET', `${path}/${number}`)).body).toMatchObject({
      environments: ['prod-us'],
      selector: null,
      digest: 'daily',
    })
  })
})

describe('the form', () => {
  it('keeps the address of a target by its id, and shows nobody the secret', async () => {
    const { number, targets } = await make('kept')
    expect(targets[0].label).toBe('https://hooks.example/•••')
    const [{ target_id }] = targets
    const unchanged = { target_id, type: 'WEBHOOK' }
    for (const target of [unchanged, { ...unchanged, webhook: 'https://hooks.example/•••' }]) {
      const json = draft('kept', { targets: [target], triggers: ['ON_STARTED_ARTIFACT'] })
      const saved = await app.call('PUT', `${path}/${number}`, { json })
      expect([saved.status, saved.body.targets[0].target_id]).toEqual([200, target_id])
      expect(saved.text).not.toContain('t0p')
    }
    const { body } = await app.call('GET', `${specified}/${number}`)
    expect(body.targets[0].webhook).toBe(secret)
  })

  it('is not saved over a concurrent change', async () => {
    const { number } = await make('stale')
    const { headers } = await app.call('GET', `${path}/${number}`)
    const ifMatch = { 'if-match': String(headers['etag']) }
    await app.call('PUT', `${path}/${number}`, { json: draft('stale', { merge_minutes: 5 }) })
    const late = { json: draft('stale', { digest: 'daily' }), headers: ifMatch }
    const { status, body } = await app.call('PUT', `${path}/${number}`, late)
    expect([status, body.current.number]).toEqual([412, number])
  })

  const target = (webhook: string) => ({ targets: [{ type: 'WEBHOOK', webhook }] })
  it.each<[string, object, string]>([
    ['a name in use', { name: 'taken' }, 'name'],
    ['no name', { name: '' }, 'name'],
    ['no environments', { environments: [] }, 'environments'],
    ['an unknown environment', { environments: ['nix'] }, 'environments.0'],
    ['an unknown type', { selector: { types: ['moon'] } }, 'selector.types.0'],
    ['an unknown trigger', { triggers: ['ON_RAIN'] }, 'triggers.0'],
    ['no triggers', { triggers: [] }, 'triggers'],
    ['no targets', { targets: [] }, 'targets'],
    ['an unknown target', { targets: [{ type: 'FAX' }] }, 'targets.0.type'],
    [
      'a target of another',
      { targets: [{ type: 'SLACK', target_id: 'x' }] },
      'targets.0.target_id',
    ],
    ['a malformed URL', target('nope'), 'targets.0.webhook'],
    ['a private address', target('https://inside.example/'), 'targets.0.webhook'],
    ['an address of nobody', { targets: [{ type: 'EMAIL', email: ['x'] }] }, 'targets.0.email.0'],
    ['another digest', { digest: 'yearly' }, 'digest'],
    ['a long hold', { merge_minutes: 1441 }, 'merge_minutes'],
  ])('is refused with %s, and nothing is stored', async (_what, more, field) => {
    await app.call('POST', path, { json: draft('taken') })
    const before = await countRows(app)
    const { status, body } = await app.call('POST', path, { json: draft('bad', more) })
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
    expect(await countRows(app)).toEqual(before)
  })
})

describe('the page', () => {
  it.each([
    ['GET', `/cairn/acme/notification-deliveries/days?number=99999999999999`, undefined, 'number'],
    ['POST', `${drafts}/backtest`, { ...draft('x'), days: 91 }, 'days'],
    ['POST', `${drafts}/backtest`, { triggers: ['ON_COMPLIANT_ENV'] }, 'environments'],
    ['POST', `${drafts}/backtest`, draft('x', { environments: ['nix'] }), 'environments.0'],
    ['POST', `${drafts}/preview`, draft('x', { number: 1e15 }), 'number'],
    ['POST', `${drafts}/preview`, { ...draft('x'), environment: 'nix' }, 'environment'],
    ['POST', `${drafts}/preview`, { ...draft('x'), event: { ...happened, at: 1e300 } }, 'event.at'],
    ['POST', `${drafts}/preview`, { ...draft('x'), event: happened }, 'event.environment'],
    ['POST', `${drafts}/test`, draft('x', { trigger: 'ON_RAIN' }), 'trigger'],
  ])('%s %s is refused when it makes no sense', async (method, url, json, field) => {
    const { status, body } = await app.call(method, url, json ? { json } : {})
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })

  it('accepts any text for a name', async () => {
    const { status } = await app.call('GET', `${drafts}/environments?name_pattern=%00%25`)
    expect([200, 400]).toContain(status)
    const { body } = await app.call('GET', `${path}/1/deliveries?before=%F0%9F%98%80`)
    expect(body.deliveries).toEqual([])
  })

  it('is listed by filter and order', async () => {
    const names = async (query: string) => {
      const { body } = await app.call('GET', `${path}?${query}`)
      return body.data.map(({ name }: { name: string }) => name)
    }
    await make('zulu', { targets: [{ type: 'EMAIL', email: ['zulu@acme.example'] }] })
    expect(await names('target_type=EMAIL')).toEqual(['zulu'])
    expect(await names('q=ZULU@')).toEqual(['zulu'])
    expect(await names('health=failing')).toEqual([])
    expect((await names('sort=name&sort_direction=desc'))[0]).toBe('zulu')
    expect(await names('environment=prod-eu')).toEqual(['selecting'])
    expect(await names('per_page=1&page=2')).toHaveLength(1)
    expect((await names('sort=last_failure')).length).toBeGreaterThan(3)
    expect((await app.call('GET', `${path}?health=ill`)).status).toBe(400)
  })

  it('shows environments without a rule, the watchers of one, and those that a deletion would leave without', async () => {
    const { body } = await app.call('GET', '/cairn/acme/notification-coverage')
    expect(body.uncovered.map(({ name }: { name: string }) => name)).toEqual(['lonely'])
    const { number } = await make('only', { environments: ['lonely', 'staging'] })
    const coverage = async () => {
      const { uncovered, unreached } = (await app.call('GET', '/cairn/acme/notification-coverage'))
        .body
      const namesOf = (some: { name: string }[]) => some.map(({ name }) => name)
      return [namesOf(uncovered), namesOf(unreached).includes('lonely')]
    }
    expect(await coverage()).toEqual([[], false])
    const mute = { json: { until: now + 3_600 } }
    const muted = await app.call('PUT', `${path}/${number}/mute`, mute)
    expect(muted.status, muted.text).toBe(200)
    expect(await coverage()).toEqual([[], true])
    const watchers = await app.call('GET', '/cairn/acme/environments/lonely/notifications')
    expect(watchers.body.map(({ name }: { name: string }) => name)).toEqual(['only'])
    const left = await app.call('GET', `${path}/${number}/deletion`)
    expect(left.body).toEqual({ unwatched: ['lonely'], waiting_count: 0 })
    const unknown = await app.call('GET', '/cairn/acme/environments/nix/notifications')
    expect(unknown.status).toBe(404)
    for (const rest of ['', '/deletion', '/deliveries', '/deliveries/x']) {
      expect((await app.call('GET', `${path}/999${rest}`)).status).toBe(404)
    }
  })
})
