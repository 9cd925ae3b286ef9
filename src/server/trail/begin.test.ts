import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { commitInfo, reporter } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = reporter(app)
  await report.flow('boiler', template('review'))
})
afterAll(() => app.close())

const template = (...names: string[]) =>
  `version: 1\ntrail:\n  attestations:\n${names.map((name) => `    - {name: ${name}, type: generic}\n`).join('')}`

const given = {
  description: 'Release 7',
  git_commit_info: commitInfo,
  repo_info: { id: '7', name: 'acme/boiler', url: 'https://github.com/acme/boiler', extra: [1] },
  external_urls: { ticket: { href: 'https://jira.example.com/B-1' } },
  origin_url: 'https://ci.example.com/7',
  user_data: { z: 1, a: { deep: [true, null] } },
}

const typesOf = (trail: { events: { type: string }[] }) => trail.events.map(({ type }) => type)
const slotsOf = (trail: {
  compliance_status: { attestations_statuses: { attestation_name: string }[] }
}) => trail.compliance_status.attestations_statuses.map((slot) => slot.attestation_name)

describe('begin', () => {
  it('answers 201 and stores the given fields', async () => {
    const answer = await report.begin('boiler', 'given', given)
    expect([answer.status, answer.body]).toEqual([201, 'OK'])
    const { repo_info: _, ...shown } = given
    expect(await report.trail('boiler', 'given')).toMatchObject({
      ...shown,
      name: 'given',
      created_by: 'member',
      flow: { name: 'boiler', tags: {} },
      repo_ids: [expect.stringMatching(/^[0-9a-f-]{32}$/)],
      html_url: 'http://localhost:8080/acme/flows/boiler/trails/given',
      compliance_state: 'INCOMPLETE',
      is_compliant: false,
    })
  })

  it('leaves absent fields empty, and has one event', async () => {
    await report.begin('boiler', 'bare')
    const trail = await report.trail('boiler', 'bare')
    expect(trail).toMatchObject({
      description: '',
      origin_url: '',
      git_commit_info: null,
      external_urls: null,
      user_data: {},
    })
    expect(trail.created_at).toBe(trail.last_modified_at)
    expect(trail.events).toHaveLength(1)
    const [event] = trail.events
    expect(event).toMatchObject({
      type: 'trail_reported',
      timestamp: trail.created_at,
      trail_id: trail.id,
      git_commit_info: null,
      trail_data_json: {
        name: 'bare',
        description: '',
        git_commit_info: null,
        origin_url: '',
        user_data: '{}',
        repo_ids: [],
        template_id: trail.compliance_status.flow_template_id,
        creating_user_id: event.setting_user_id,
        org_id: event.org_id,
        flow_id: event.flow_id,
      },
    })
    expect(trail.compliance_status.evaluated_at).toBe(trail.created_at)
  })

  it('gets the newest template of the flow, or its own', async () => {
    await report.flow('changing', template('first'))
    await report.begin('changing', 'one')
    await report.flow('changing', template('second'))
    await report.begin('changing', 'two')
    await report.begin('changing', 'three', {}, template('own'))
    expect(slotsOf(await report.trail('changing', 'one'))).toEqual(['first'])
    expect(slotsOf(await report.trail('changing', 'two'))).toEqual(['second'])
    const three = await report.trail('changing', 'three')
    expect(slotsOf(three)).toEqual(['own'])
    expect(three.template).toEqual({
      version: 1,
      trail: { attestations: [{ name: 'own', type: 'generic' }], artifacts: [] },
      content: template('own'),
    })
    // A flow's new template changes nothing on existing trails.
    await report.begin('changing', 'one', { description: 'again' })
    expect(slotsOf(await report.trail('changing', 'one'))).toEqual(['first'])
  })

  it('requires a flow that exists', async () => {
    const before = await countRows(app)
    const answer = await report.begin('unknown', 'run', given, template('x'))
    const message = "Flow named 'unknown' does not exist for organization 'acme'"
    expect([answer.status, answer.body]).toEqual([404, { message }])
    expect(await countRows(app)).toEqual(before)
  })

  it.each([
    [
      'version: 3',
      '1 validation errors for Template\nversion: Input should be 1 [input: 3] (line 1, column 10)',
    ],
    [
      'a: 1\nb: 2',
      /^2 validation errors for Template\na: Extra .* \(line 1.*\nb: Extra .* \(line 2/,
    ],
    ['trail: [', /^\d+ validation errors for Template\n.*\(line 1, column \d+\)/],
    [
      'trail: {artifacts: [{name: a, attestations: [{name: ""}]}]}',
      /^2 validation errors for Template\n/,
    ],
  ])('refuses the template %j, and creates nothing', async (yaml, message) => {
    const before = await countRows(app)
    const answer = await report.begin('boiler', 'refused', {}, yaml)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body)).toEqual(['message'])
    if (typeof message === 'string') expect(answer.body.message).toBe(message)
    else expect(answer.body.message).toMatch(message)
    expect(await countRows(app)).toEqual(before)
  })
})

describe('begin again', () => {
  it('answers 200 and leaves no trace when nothing changes', async () => {
    await report.begin('boiler', 'same', given, template('own'))
    const [before, trail] = [await countRows(app), await report.trail('boiler', 'same')]
    for (const [fields, file] of [
      [{}],
      [given],
      [given, template('own')],
      [{ description: null, git_commit_info: null, user_data: null, origin_url: null }],
      [{ user_data: { a: { deep: [true, null] }, z: 1 } }],
    ] as [object, string?][]) {
      expect((await report.begin('boiler', 'same', fields, file)).status).toBe(200)
    }
    expect(await report.trail('boiler', 'same')).toEqual(trail)
    expect(await countRows(app)).toEqual(before)
  })

  it.each([
    ['description', { description: 'new' }],
    ['description', { description: '' }],
    ['user_data', { user_data: { new: true } }],
    ['user_data', { user_data: {} }],
    ['git_commit_info', { git_commit_info: { ...commitInfo, message: 'new' } }],
    ['external_urls', { external_urls: {} }],
    ['origin_url', { origin_url: '' }],
  ])('changes %s to %j, and nothing else', async (field, change) => {
    const name = `change-${JSON.stringify(change).replace(/\W/g, '')}`.slice(0, 60)
    await report.begin('boiler', name, given)
    const old = await report.trail('boiler', name)
    expect((await report.begin('boiler', name, change)).status).toBe(200)
    const trail = await report.trail('boiler', name)
    expect(trail).toMatchObject({
      ...old,
      ...change,
      events: expect.anything(),
      last_modified_at: expect.any(Number),
      compliance_status: expect.anything(),
    })
    expect(trail.last_modified_at).toBeGreaterThan(old.last_modified_at)
    expect(trail.created_at).toBe(old.created_at)
    expect(typesOf(trail)).toEqual(['trail_reported', 'trail_updated'])
    expect(trail.events[1].changes).toEqual([field])
    expect(trail.events[1].timestamp).toBe(trail.last_modified_at)
    expect(trail.events[0]).toEqual(old.events[0])
  })

  it('with a template replaces the one of the trail, and evaluates the trail again', async () => {
    await report.begin('boiler', 'replaced')
    await report.generic('boiler', 'replaced', { attestation_name: 'review' })
    expect((await report.trail('boiler', 'replaced')).compliance_state).toBe('COMPLIANT')
    await report.begin('boiler', 'replaced', { description: 'd' }, template('review', 'scan'))
    const trail = await report.trail('boiler', 'replaced')
    expect(trail.compliance_state).toBe('INCOMPLETE')
    expect(trail.events.at(-1).changes.sort()).toEqual(['description', 'template'])
    await report.begin('boiler', 'replaced', {}, 'version: 1')
    const empty = await report.trail('boiler', 'replaced')
    expect(empty.compliance_state).toBe('COMPLIANT')
    expect(empty.compliance_status.attestations_statuses[0].unexpected).toBe(true)
  })

  it('keeps the template of the trail when none is sent', async () => {
    await report.begin('boiler', 'own', {}, template('own'))
    await report.begin('boiler', 'own', { description: 'd' })
    expect(slotsOf(await report.trail('boiler', 'own'))).toEqual(['own'])
  })

  it('refused, changes nothing', async () => {
    await report.begin('boiler', 'firm', given)
    const trail = await report.trail('boiler', 'firm')
    expect((await report.begin('boiler', 'firm', { description: 'x' }, 'x: 1')).status).toBe(400)
    expect((await report.begin('boiler', 'firm', { description: 7 })).status).toBe(400)
    expect(await report.trail('boiler', 'firm')).toEqual(trail)
  })
})

it('stores user data and names with any keys', async () => {
  const user_data = JSON.parse('{"constructor": {"prototype": 1}, "-0": -0.0, "e": 1e21, "": ""}')
  await report.begin('boiler', 'constructor', { user_data })
  const before = await countRows(app)
  await report.begin('boiler', 'constructor', { user_data })
  expect(await countRows(app)).toEqual(before)
  expect((await report.trail('boiler', 'constructor')).user_data).toEqual({ ...user_data, '-0': 0 })
  for (const name of ['hasOwnProperty', 'a~b.c-d_e', 'x'.repeat(255), '0']) {
    expect((await report.begin('boiler', name)).status).toBe(201)
    expect((await report.trail('boiler', name)).name).toBe(name)
  }
})

it('shows a commit with every field that clients read, whatever was sent', async () => {
  await report.begin('boiler', 'partial', { git_commit_info: { sha1: commitInfo.sha1 } })
  const { git_commit_info } = await report.trail('boiler', 'partial')
  const sound = { sha1: commitInfo.sha1, message: '', author: '', timestamp: 0 }
  expect(git_commit_info).toEqual(sound)
  const { body } = await app.call('GET', '/trails/acme?per_page=500')
  const item = body.data.find(({ name }: { name: string }) => name === 'partial')
  expect(item.git_commit_info).toEqual(sound)
  await report.begin('boiler', 'without', { git_commit_info: {} })
  expect((await report.trail('boiler', 'without')).git_commit_info).toBeNull()
  await report.begin('boiler', 'split', { git_commit_info: { timestamp: 1.5 } })
  const split = { sha1: '', message: '', author: '', timestamp: 1.5 }
  expect((await report.trail('boiler', 'split')).git_commit_info).toEqual(split)
})

it('accepts any text as its origin, and any object as its links', async () => {
  const free = {
    origin_url: 'job 7 of the night run',
    external_urls: { ticket: 'B-1', n: [1, {}] },
  }
  expect((await report.begin('boiler', 'free', free)).status).toBe(201)
  expect(await report.trail('boiler', 'free')).toMatchObject(free)
})
