import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { daySeconds, dayStart } from '#domain/common/days.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { fingerprintOf, reporter } from '#server/testing/reporter.ts'

const midnight = 1_799_971_200
let app: TestApp
let report: ReturnType<typeof reporter>
let now = midnight
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  report = reporter(app)
})
afterAll(() => app.close())

let count = 0
let flow = ''
const template = `version: 1
trail:
  attestations:
    - {name: review, type: generic}
  artifacts:
    - name: boiler
      attestations: [{name: scan, type: generic}]
`
beforeEach(async () => {
  now = midnight
  flow = `flow-${(count += 1)}`
  await report.flow(flow, template)
})

const get = (what: string, query = '') =>
  app.call('GET', `/cairn/acme/flows/${flow}/${what}${query}`)
const at = (day: number, hour = 12) => void (now = midnight + day * daySeconds + hour * 3_600)

/** A trail with complete evidence; `failing` names the non-compliant ones. */
async function run(name: string, failing: string[] = []) {
  await report.begin(flow, name)
  await report.generic(flow, name, {
    attestation_name: 'review',
    is_compliant: !failing.includes('review'),
  })
  await report.artifact(flow, { trail_name: name })
  await report.generic(flow, name, {
    attestation_name: 'scan',
    artifact_fingerprint: fingerprintOf('boiler'),
    is_compliant: !failing.includes('scan'),
  })
}

describe('statistics of a flow', () => {
  it('counts trails on the day they began, with zeros between', async () => {
    at(-3)
    await report.begin(flow, 'bare')
    at(-1, 0)
    await run('good')
    await run('bad', ['review'])
    at(0)
    const { status, body } = await get('statistics', `?from_timestamp=${midnight - 3 * daySeconds}`)
    expect(status).toBe(200)
    const none = { compliant: 0, non_compliant: 0, incomplete: 0 }
    expect(body).toEqual({
      from_timestamp: midnight - 3 * daySeconds,
      to_timestamp: now,
      totals: { compliant: 1, non_compliant: 1, incomplete: 1 },
      days: [
        { ...none, day: midnight - 3 * daySeconds, incomplete: 1 },
        { ...none, day: midnight - 2 * daySeconds },
        { ...none, day: midnight - daySeconds, compliant: 1, non_compliant: 1 },
        { ...none, day: midnight },
      ],
    })
    const total = await get('trails', `?from_timestamp=${midnight - 3 * daySeconds}`)
    expect(total.body.pagination.total).toBe(3)
  })

  it('equals a count of the trails of any window', async () => {
    const seconds = fc.integer({ min: -9 * daySeconds, max: daySeconds })
    const instant = fc.oneof(
      seconds,
      seconds.map((second) => Math.floor(second / daySeconds) * daySeconds),
    )
    for (const [index, second] of fc.sample(instant, 40).entries()) {
      now = midnight + second
      const name = `trail-${index}`
      if (index % 3 === 0) await report.begin(flow, name)
      else await run(name, index % 3 === 1 ? ['review'] : [])
    }
    now = midnight + 2 * daySeconds
    const field = { COMPLIANT: 'compliant', 'NON-COMPLIANT': 'non_compliant' } as const
    const window = fc.tuple(instant, instant).map((two) => two.toSorted((a, b) => a - b))
    await fc.assert(
      fc.asyncProperty(window, async ([from = 0, to = 0]) => {
        const range = [midnight + from, midnight + to]
        const rows = await app.query<{ created_at: number; state: keyof typeof field }>(
          `select trail.created_at, trail_status.state from trail join trail_status
             on trail_status.org_id = trail.org_id and trail_status.trail_id = trail.id
             join flow on flow.org_id = trail.org_id and flow.id = trail.flow_id
           where flow.name = $1 and trail.created_at between $2 and $3`,
          [flow, ...range],
        )
        const counted: Record<string, number> = {}
        for (const { created_at, state } of rows) {
          const key = `${dayStart(created_at)} ${field[state] ?? 'incomplete'}`
          counted[key] = (counted[key] ?? 0) + 1
        }
        const { body } = await get(
          'statistics',
          `?from_timestamp=${range[0]}&to_timestamp=${range[1]}`,
        )
        const found: Record<string, number> = {}
        for (const { day, ...counts } of body.days) {
          for (const [name, count] of Object.entries(counts)) {
            if (count !== 0) found[`${day} ${name}`] = count as number
          }
        }
        expect(found).toEqual(counted)
      }),
      { numRuns: 30 * fuzzEffort },
    )
  })

  it('covers 30 days by default, and 400 at most', async () => {
    const { body } = await get('statistics')
    expect(body.days).toHaveLength(30)
    const most = await get('statistics', `?from_timestamp=${now - 400 * daySeconds}`)
    expect(most.status).toBe(200)
    const more = await get('statistics', `?from_timestamp=${now - 500 * daySeconds}`)
    expect(more.body).toEqual(most.body)
    const slots = await get('slots', `?from_timestamp=${now - 91 * daySeconds}`)
    expect(slots.status).toBe(200)
    const backwards = await get('statistics', `?from_timestamp=${now}&to_timestamp=${now - 1e9}`)
    expect(backwards.body.days).toEqual([])
  })
})

describe('the slots of a flow', () => {
  it('ranks failing slots, with since when and how long a repair takes', async () => {
    at(-5)
    await run('one', ['scan'])
    at(-5, 14)
    await run('two')
    at(-2)
    await run('three', ['scan', 'review'])
    at(-1)
    await run('four', ['scan'])
    await report.begin(flow, 'five')
    const last = now
    now += 60
    const { status, body } = await get('slots')
    expect(status).toBe(200)
    expect(body.trails_considered).toBe(5)
    expect(body.is_partial).toBe(false)
    // An override repairs nothing: the failure neither is over nor was fixed.
    const overridden = await report.override(flow, 'three', {
      attestation_name: 'scan',
      artifact_fingerprint: fingerprintOf('boiler'),
    })
    expect(overridden.status).toBe(201)
    const again = (await get('slots')).body.slots
    expect(again[0]).toMatchObject({
      median_time_to_fix: body.slots[0].median_time_to_fix,
      failing_since: body.slots[0].failing_since,
      failing_in_a_row: 2,
    })
    const [scan, review, artifact] = body.slots
    expect(scan).toMatchObject({
      target: 'boiler',
      attestation_name: 'scan',
      attestation_type: 'generic',
      runs: 4,
      failing: 3,
      missing: 1,
      share: 0.75,
      last_failing: { trail_name: 'four', created_at: last },
      median_time_to_fix: expect.closeTo(7_200, 1),
      failing_since: expect.closeTo(midnight - 2 * daySeconds + 12 * 3_600, 1),
      failing_in_a_row: 2,
    })
    expect(review).toMatchObject({ target: null, failing: 1, missing: 1, failing_since: null })
    expect(artifact).toMatchObject({
      target: 'boiler',
      attestation_name: null,
      missing: 1,
      runs: 4,
    })
  })

  it('leaves trails outside the window alone', async () => {
    at(-10)
    await run('old', ['scan'])
    at(0)
    const { body } = await get('slots', `?from_timestamp=${now - daySeconds}`)
    expect(body).toMatchObject({ trails_considered: 0, slots: [] })
  })
})

describe('the matrix of a flow', () => {
  const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)

  beforeEach(async () => {
    at(-40)
    await run('ancient', ['scan'])
    at(-2)
    await run('good')
    at(-1)
    await run('bad', ['scan'])
    at(0, 1)
    await report.begin(flow, 'begun')
  })

  it('gives the slots of every trail, newest first', async () => {
    const { status, body } = await get('matrix', '?per_page=2')
    expect(status).toBe(200)
    expect(body.pagination).toEqual({ total: 4, page: 1, per_page: 2, page_count: 2 })
    expect(names(body)).toEqual(['begun', 'bad'])
    const slot = (target: string | null, attestation_name: string | null) => ({
      target,
      attestation_name,
      attestation_type: attestation_name === null ? null : 'generic',
    })
    const expected = [slot(null, 'review'), slot('boiler', null), slot('boiler', 'scan')]
    expect(body.expected).toEqual(expected)
    const missing = { state: 'MISSING', attestation_id: null, unexpected: false }
    expect(body.data[0].slots).toEqual(expected.map((one) => ({ ...one, ...missing })))
    expect(body.data[1].slots.map((one: { state: string }) => one.state)).toEqual([
      'COMPLIANT',
      'COMPLIANT',
      'NON-COMPLIANT',
    ])
    expect(body.data[1].slots[2].attestation_id).toEqual(expect.any(String))
  })

  it.each([
    ['?verdict=COMPLIANT', ['good']],
    ['?name=b', ['begun', 'bad']],
    ['?page=3&per_page=2', []],
    ['?target=boiler&attestation_name=scan&slot_state=NON-COMPLIANT', ['bad']],
    ['?target=boiler&attestation_name=scan&slot_state=MISSING', ['begun']],
    ['?target=boiler&attestation_name=scan', ['begun', 'bad']],
    ['?attestation_name=review&slot_state=NON-COMPLIANT', []],
    ['?target=boiler', ['begun']],
    ['?target=*&attestation_name=scan', []],
    ['?target=a%22%20%7C%7C%20true&attestation_name=%22%20%7C%7C%20true', []],
  ])('narrows by %s', async (query, found) => {
    const { status, body } = await get('matrix', query)
    expect(status).toBe(200)
    expect(names(body)).toEqual(found)
    if (!query.includes('page')) expect(body.pagination.total).toBe(found.length)
  })

  it('is exported: one slot a column, and those that were not expected in another', async () => {
    await report.generic(flow, 'bad', { attestation_name: 'extra' })
    const overridden = {
      target_artifacts: ['boiler'],
      artifact_fingerprint: fingerprintOf('boiler'),
    }
    expect((await report.override(flow, 'bad', overridden)).status).toBe(201)
    const take = (query: string) =>
      app.call('GET', `/cairn/acme/exports/flows/${flow}/matrix${query}`, { key: 'reader' })
    const [head, ...lines] = (await take('?name=b')).text.trim().split('\r\n')
    expect(head).toContain(',trail: review,artifact boiler,artifact boiler: scan,other_slots,')
    expect(lines).toEqual([
      expect.stringMatching(/^begun,INCOMPLETE,.*,MISSING,MISSING,MISSING,,/),
      expect.stringMatching(
        /^bad,COMPLIANT,.*,COMPLIANT,COMPLIANT,COMPLIANT by override,trail: extra COMPLIANT,/,
      ),
    ])
    const { rows, scope } = (await take('?format=json')).body
    expect(rows).toEqual((await get('matrix')).body.data)
    expect(scope).toMatchObject({ list: 'matrix', filter: { flow_name: flow }, row_count: 4 })
    const narrowed = '?target=boiler&attestation_name=scan&slot_state=MISSING&format=json'
    const some = (await take(narrowed)).body
    expect(names({ data: some.rows })).toEqual(['begun'])
    // It is searched for in a window, which the file names.
    expect(some.scope.filter.from_timestamp).toBe(midnight - 29 * daySeconds)
    expect((await take('?slot_state=MISSING')).status).toBe(400)
  })

  it('shows the trails counted in a rank', async () => {
    const slots = await get('slots', `?from_timestamp=${now - 89 * daySeconds}`)
    const { failing, target, attestation_name } = slots.body.slots[0]
    const query = `?target=${target}&attestation_name=${attestation_name}&slot_state=NON-COMPLIANT`
    const matrix = await get('matrix', `${query}&from_timestamp=${now - 89 * daySeconds}`)
    expect(matrix.body.pagination.total).toBe(failing)
    expect(failing).toBe(2)
  })

  it('refuses a state without a slot, and searches 90 days for a slot', async () => {
    const bare = await get('matrix', '?slot_state=MISSING')
    expect(bare.status).toBe(400)
    expect(Object.keys(bare.body.errors)).toEqual(['attestation_name'])
    const long = await get('matrix', `?target=boiler&from_timestamp=${now - 100 * daySeconds}`)
    const most = await get('matrix', `?target=boiler&from_timestamp=${now - 90 * daySeconds}`)
    expect(long.body).toEqual(most.body)
  })

  it('keeps a trail whose stored status cannot be read, and logs which', async () => {
    const log = vi.spyOn(app.server.log, 'error').mockImplementation(() => undefined)
    onTestFinished(() => log.mockRestore())
    await app.query(
      `update trail_status set status = $1 where (org_id, trail_id) in
         (select trail.org_id, trail.id from trail
           join flow on flow.org_id = trail.org_id and flow.id = trail.flow_id
           where trail.name = 'bad' and flow.name = $2)`,
      ['{"artifacts_statuses": [1], "attestations_statuses": 7}', flow],
    )
    const { status, body } = await get('matrix')
    expect(status).toBe(200)
    expect(body.data[1]).toMatchObject({ name: 'bad', slots: null })
    expect((await get('matrix', '?target=boiler&attestation_name=scan')).status).toBe(200)
    const slots = await get('slots')
    expect(slots.body.trails_considered).toBe(2)
    const { body: listed } = await app.call('GET', `/cairn/acme/flows/${flow}/artifacts`)
    expect(listed.data).toContainEqual(
      expect.objectContaining({ trail_name: 'bad', because_of: null }),
    )
    const [trail] = await app.query<{ id: string }>(
      `select trail.id from trail join flow on flow.org_id = trail.org_id and flow.id = trail.flow_id
       where trail.name = 'bad' and flow.name = $1`,
      [flow],
    )
    // Once, though three lists read it.
    expect(log.mock.calls).toEqual([
      [
        {
          ...{ organization: 'acme', record: 'status of a trail', id: trail!.id },
          reason: expect.stringContaining('artifacts_statuses'),
        },
        'a stored record cannot be read and is left out',
      ],
    ])
  })

  it('has no columns for a flow without a template', async () => {
    await report.flow('bare')
    const { body } = await app.call('GET', '/cairn/acme/flows/bare/matrix')
    expect(body).toMatchObject({ expected: [], data: [] })
  })
})
