import { afterAll, beforeAll, expect, it } from 'vitest'
import { withAdministration } from '#server/database/system/administration.ts'
import { readConfig } from '#server/platform/config.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { recomputeVerdicts } from '#server/testing/fresh-verdicts.ts'
import { reporters } from './company.ts'
import { loadDemo } from './load.ts'

const week = 7 * 86_400
/** The last Friday noon: the events of the demo depend on the day of the week. */
const end = Math.floor((Date.now() / 1000 - 1.5 * 86_400) / week) * week + 1.5 * 86_400
const said: string[] = []
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: () => end })
  await load('northgate')
})
afterAll(() => app.close())

/** Loads a small demo whose owner has the key of the tests' administrator. */
const load = (organization: string, threads = 1) =>
  withAdministration(app.connection, (administration) =>
    loadDemo({
      administration,
      config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', CAIRN_DATA_DIR: app.dataDir }),
      database: { direct: app.connection },
      say: (message) => said.push(message),
      organization,
      scale: 0.04,
      threads,
      end,
    }),
  )

const get = async (path: string) => {
  const { status, body, text } = await app.call('GET', path, { key: 'admin' })
  expect(status, `${path}: ${text}`).toBe(200)
  return body
}

interface Listed {
  flow_name: string
  attestation_type: string
  _links: { evidence?: { href: string } }
}

/** The first, the last and every fifth of a list between. */
const isSample = (_: unknown, at: number, all: unknown[]) => at % 5 === 0 || at === all.length - 1

it('reports what was loaded, and changes nothing the second time', async () => {
  expect(said.at(-1)).toMatch(
    /^Loaded the demo organization northgate in \d+ seconds: \d\d trails, \d+ artifacts, \d{3} attestations, \d{2,3} reports of environments\.$/,
  )
  await load('northgate')
  expect(said.at(-1)).toBe('The demo organization northgate is there already.')
})

it('seals the audit log in order of time', async () => {
  const waiting = `select count(*)::integer as count from record_pending`
  await expect.poll(async () => (await app.query(waiting))[0]).toEqual({ count: 0 })
  const entries = await app.query(
    `select record_seal.recorded_at as at from record_seal
      join organization on organization.id = record_seal.org_id
      where organization.name = 'northgate' and actor <> '(operator)' order by seq`,
  )
  expect(entries.length).toBeGreaterThan(300)
  const times = entries.map(({ at }) => Number(at))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

it('leaves an organization alone that has flows of its own, or half a demo, and says which', async () => {
  await app.call('PUT', '/flows/acme', { key: 'admin', json: { name: 'own' } })
  await load('acme')
  expect(said.at(-1)).toContain('The organization acme has flows already')
  expect(await get('/flows/acme')).toHaveLength(1)

  await withAdministration(app.connection, async (administration) => {
    await administration.addOrganization('half', 'admin')
    for (const name of Object.values(reporters))
      await administration.addMember('half', name, 'member')
  })
  await app.call('PUT', '/flows/half', { key: 'admin', json: { name: 'first' } })
  await load('half')
  expect(said.at(-1)).toBe(
    'The demo in half is incomplete: loading it was broken off. To load it anew, run ' +
      'cairn org delete half --now, then cairn demo load half',
  )
  expect(await get('/flows/half')).toHaveLength(1)
})

it('makes every flow, with its characteristics', async () => {
  const { data } = await get('/cairn/northgate/flows?per_page=50')
  expect(data).toHaveLength(14)
  const states = Object.fromEntries(
    data.map((flow: { name: string; latest_state: string }) => [flow.name, flow.latest_state]),
  )
  expect(states['checkout-web']).toBe('NON-COMPLIANT')
  expect(states['sdk-js']).toBe('COMPLIANT')
  const archived = await app.call('GET', '/flows/northgate/loyalty-points', { key: 'admin' })
  expect(archived.body.message).toBe('Flow has been archived')
})

it('can be read in every list and on every page', async () => {
  const { data: trails } = await get('/trails/northgate?per_page=500')
  for (const { flow_name, name, compliance_state } of trails) {
    if (flow_name === 'loyalty-points') continue
    const trail = await get(`/trails/northgate/${flow_name}/${name}`)
    expect(trail.compliance_state).toBe(compliance_state)
  }
  for (const { name } of await get('/flows/northgate')) {
    await get(`/cairn/northgate/flows/${name}/trails?per_page=50`)
    await get(`/attestations/northgate/${name}?per_page=500`)
    for (const { fingerprint } of await get(`/artifacts/northgate?flow_name=${name}`)) {
      const artifact = await get(`/artifacts/northgate/${name}/fingerprint/${fingerprint}`)
      expect(artifact.history.length).toBeGreaterThan(0)
    }
  }
  const { data } = await get('/attestations/northgate?per_page=500')
  const withEvidence = data.filter((one: Listed) => one._links.evidence)
  const ofEachKind = new Map<string, Listed>(
    withEvidence.map((one: Listed) => [`${one.flow_name} ${one.attestation_type}`, one]),
  )
  expect(ofEachKind.size).toBeGreaterThan(10)
  for (const { _links } of ofEachKind.values()) {
    const path = new URL(_links.evidence!.href).pathname.replace('/api/v2', '')
    const { status, text } = await app.call('GET', path, { key: 'admin' })
    if (path.includes('/loyalty-points/')) continue
    expect(status).toBe(200)
    expect(text.length).toBeGreaterThan(10)
  }
})

it('makes every environment, with what runs there', async () => {
  const { environments } = await get('/environments/northgate')
  const named = (name: string) =>
    environments.find((environment: { name: string }) => environment.name === name)
  expect(environments).toHaveLength(15)
  expect(new Set(environments.map((one: { type: string }) => one.type)).size).toBe(9)
  expect(named('staging').tags).toEqual({ team: 'platform', tier: '2', region: 'eu-west' })
  expect(named('production').included_environments).toContain('production-eu')
  expect(end - named('branch-kiosks').last_reported_at).toBeGreaterThan(10 * 86_400)
  expect(end - named('production-eu').last_reported_at).toBeLessThan(3600)
  // Small demos report a quiet environment every three days.
  expect(named('branch-kiosks').reporting).toMatchObject({ basis: 'learned', interval: 9 * 86_400 })
  const { changes } = await get('/cairn/northgate/overview/changes?from=0')
  const silent = changes.filter(({ kind }: { kind: string }) => kind === 'silence')
  const { environments: histories } = await get(
    `/cairn/northgate/verdict_runs?from=${end - 90 * 86_400}`,
  )
  const wereSilent = histories.filter(({ silences }: { silences: object[] }) => silences.length > 0)
  expect(wereSilent.map(({ name }: { name: string }) => name)).toEqual(['branch-kiosks'])
  expect(silent.length).toBeLessThanOrEqual(1)
  const archived = await app.call('GET', '/environments/northgate/loyalty', { key: 'admin' })
  expect(archived.body.message).toBe('Environment has been archived')
  for (const { name } of environments) {
    const snapshots = await get(`/snapshots/northgate/${name}?per_page=500`)
    expect(snapshots.length).toBeGreaterThan(0)
    for (const { index } of snapshots.filter(isSample))
      await get(`/snapshots/northgate/${name}/${index}`)
    await get(`/environments/northgate/${name}/events?per_page=500`)
    await get(`/env-diff/northgate?snappish1=${name}%231&snappish2=${name}`)
  }
  const { artifacts } = await get('/snapshots/northgate/staging/-1')
  const flows = artifacts.map((artifact: { flow_name: string }) => artifact.flow_name)
  expect(flows).toEqual(expect.arrayContaining(['', 'ledger-api', 'fraud-scoring']))
})

it('has content on every page', async () => {
  const { data: controls } = await get('/cairn/northgate/controls')
  expect(controls.map((one: { identifier: string }) => one.identifier)).toEqual([
    'NG-CM-01',
    'NG-MR-02',
    'NG-SC-07',
    'NG-SD-03',
    'NG-VM-05',
  ])
  expect((await get('/cairn/northgate/control-requirements')).data.length).toBeGreaterThan(10)
  const accounts = await get('/cairn/northgate/service-accounts')
  const states = accounts.flatMap((one: { key_states: string[] }) => one.key_states)
  expect(states).toEqual(expect.arrayContaining(['rotating', 'expiring', 'expired']))
  const types = await get('/custom-attestation-types/northgate')
  const versions = types.map((one: { versions: object[] }) => one.versions.length)
  expect(versions).toEqual([1, 2])
  const custom = '/attestations/northgate?attestation_type=custom:test-coverage'
  expect((await get(custom)).data[0].rule_results).toHaveLength(2)
  expect(await get('/organizations/northgate/environments_notifications')).toHaveLength(2)
  expect(await get('/cairn/northgate/views')).toHaveLength(2)
  const spaces = await get('/cairn/northgate/spaces')
  expect(spaces.map((one: { path: string[] }) => one.path.join(' / '))).toEqual([
    'Bank',
    'Bank / Payments',
    'Bank / Risk',
    'Shop',
  ])
  const allowed = await get('/allowlists/northgate/staging')
  expect(allowed[0].expires_at).toBeGreaterThan(end)
  const { data: waiting } = await get('/cairn/northgate/exceptions?kind=allow_list&state=requested')
  expect(waiting).toMatchObject([{ environment_name: 'ledger-functions', relies_now: null }])
  const { in_force } = await get('/cairn/northgate/exceptions/summary')
  expect(in_force.snooze).toBe(1)
  const review = await get('/cairn/northgate/exceptions/review')
  expect(review.decided.map((one: { outcome: string }) => one.outcome).toSorted()).toEqual([
    'kept',
    'kept',
    'shortened',
  ])
  expect((await get('/cairn/northgate/overview')).loaded_until).toBeNull()
  for (const identifier of ['NG-MR-02', 'NG-CM-01', 'NG-VM-05']) {
    const control = await get(`/controls/northgate/${identifier}`)
    expect([control.scope, control.owner]).toEqual([expect.any(Object), expect.any(String)])
  }
})

it('shows each way in which something stands on the overview', async () => {
  const { environments, running } = await get('/cairn/northgate/overview')
  for (const [standing, count] of Object.entries(environments)) {
    expect([standing, Number(count) > 0 || standing === 'compliant']).toEqual([standing, true])
  }
  for (const [standing, count] of Object.entries(running)) {
    expect([standing, Number(count) > 0]).toEqual([standing, true])
  }
  const qualifiersOf = async (name: string) =>
    (await get(`/environments/northgate/${name}`)).qualifiers
  expect(await qualifiersOf('archive')).toMatchObject({ judged: 1, expired: ['snyk'] })
  expect(await qualifiersOf('back-office')).toMatchObject({ judged: 1, not_asked: 1 })
  expect(await qualifiersOf('load-test')).toMatchObject({ judged: 0 })
  expect((await qualifiersOf('staging')).allow_listed).toBeGreaterThan(0)
  expect((await qualifiersOf('ledger-functions')).exempt).toBeGreaterThan(0)
  const isOfNothing = (one: { nothing_expected: boolean }) => one.nothing_expected
  expect((await get('/trails/northgate?flow=ops-scripts')).data.some(isOfNothing)).toBe(true)
  const scripts = await get('/artifacts/northgate?flow_name=ops-scripts')
  expect(scripts.map((one: { qualifiers: object }) => one.qualifiers)).toContainEqual(
    expect.objectContaining({ judged: 0, not_asked: 1 }),
  )
})

it('is the same when it is loaded again at the same instant, by more threads', async () => {
  await load('southgate', 2)
  const outline = async (organization: string) => {
    const { data } = await get(`/trails/${organization}?per_page=500`)
    const trails = data.map((trail: Record<string, unknown>) => ({
      ...trail,
      id: '',
      html_url: '',
    }))
    const verdicts: unknown[] = []
    for (const { name, state } of (await get(`/environments/${organization}`)).environments) {
      const snapshots = await get(`/snapshots/${organization}/${name}?per_page=500`)
      const shown = snapshots.map(
        ({ _links, html_url, duration, ...rest }: Record<string, unknown>) => rest,
      )
      verdicts.push({ name, state, shown })
    }
    const events = await get(`/environments/${organization}/production/events?per_page=500`)
    const shown = events.map(({ _links, code_diff, ...event }: Record<string, unknown>) => event)
    expect(shown.length).toBeGreaterThan(10)
    return [...trails, ...shown, ...verdicts]
  }
  expect(await outline('southgate')).toEqual(await outline('northgate'))
})

it('keeps the instants of the story', async () => {
  const [times] = await app.query<{ ahead: number; behind: number }>(
    `select max(trail.created_at) - ${end} as ahead, ${end} - min(trail.created_at) as behind
     from trail join organization on organization.id = trail.org_id where organization.name = 'northgate'`,
  )
  expect(times?.ahead).toBeLessThanOrEqual(0)
  expect(times?.behind).toBeGreaterThan(80 * 86_400)
  const [keys] = await app.query<{ used: number }>(
    "select max(last_used_at) as used from api_key where description = 'demo pipelines'",
  )
  expect(keys?.used).toBe(end)
})

it('stores the verdicts of a fresh evaluation for all environments, with empty queues', async () => {
  const { environments, waiting } = await recomputeVerdicts(app.connection)
  expect(environments.length).toBeGreaterThan(11)
  for (const { name, stored, fresh } of environments) expect(stored, name).toEqual(fresh)
  expect(waiting).toBe(0)
})

it('has flips with each kind of cause', async () => {
  const flips = await app.query<{ kind: string; state: boolean | null }>(
    `select distinct coalesce(cause ->> 'kind', 'report') as kind, state from snapshot
     where is_flip and index > 1`,
  )
  const kinds = flips.map(({ kind }) => kind)
  for (const kind of ['report', 'policy_version', 'attachment', 'allow_list', 'attestation']) {
    expect(kinds).toContain(kind)
  }
  expect(flips.map(({ state }) => state)).toEqual(expect.arrayContaining([true, false]))
})
