import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let report: ReturnType<typeof overrideClient>
let now = 1_800_000_000
let run: string
let count = 0
const day = 86_400
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = overrideClient(app)
  await report.flow('f')
})
beforeEach(async () => {
  run = `run-${(count += 1)}`
  await set({})
  await report.begin('f', run)
})
afterAll(() => app.close())

/** Sets that all overrides need approval, but for what is given. */
const set = async (fields: object) => {
  const json = { ...settingDefaults.overrides, approval: 'all', ...fields }
  const answer = await app.call('PUT', '/cairn/acme/settings/overrides', { key: 'admin', json })
  expect(answer.status).toBe(200)
}
const state = async () => (await report.trail('f', run)).compliance_status.status

describe('an override to non-compliant where a second person approves', () => {
  const forbid = async (fields: object = {}) => {
    await report.generic('f', run, { attestation_name: 'scan', is_compliant: true })
    const json = { flow_name: 'f', trail_name: run, new_compliance_status: false, ...fields }
    const { body: asked } = await report.ask(json, { to: 'override-proposals' })
    const approve = `override-proposals/${asked.proposal_id}/approve`
    const { body } = await report.post(approve, {}, 'admin')
    const { override_id } = body
    expect(await state()).toBe('NON-COMPLIANT')
    return override_id as string
  }
  const end = async (id: string, key: string) => {
    const { status, body } = await report.post(`overrides/${id}/end`, { reason: 'Fixed' }, key)
    return [status, body.code ?? body]
  }
  const renew = async (id: string, expires_at: number | null, key = 'member') => {
    const { status, body } = await report.renew(id, expires_at, { key })
    return [status, body.code ?? body]
  }

  it('is not ended by who asked for it, but by another who may approve', async () => {
    const id = await forbid()
    const before = await countRows(app)
    expect(await end(id, 'member')).toEqual([403, 'own_request'])
    expect(await countRows(app)).toEqual(before)
    expect(await state()).toBe('NON-COMPLIANT')
    expect(await end(id, 'admin')).toEqual([200, 'OK'])
    expect(await state()).toBe('COMPLIANT')
  })

  it('is cut short by a second person only, and lasts longer by anybody', async () => {
    const id = await forbid({ expires_at: now + 2 * day })
    expect(await renew(id, now + 1_000)).toEqual([403, 'own_request'])
    expect(await renew(id, now + 3 * day)).toEqual([200, 'OK'])
    expect(await renew(id, null)).toEqual([200, 'OK'])
    expect(await renew(id, now + 4 * day)).toEqual([403, 'own_request'])
    expect(await renew(id, now + day, 'admin')).toEqual([200, 'OK'])
    now += 2 * day
    await expect.poll(state).toBe('COMPLIANT')
  })

  it('is ended in a review only by who may approve', async () => {
    const id = await forbid()
    await set({ approver_roles: ['member'] })
    const json = {
      ...{ kind: 'override', exception_id: id, outcome: 'ended', reason: 'Fixed' },
      seen: { expires_at: null, reviewed_at: null },
    }
    const review = async () => {
      const answer = await app.call('POST', '/cairn/acme/exceptions/review', { key: 'admin', json })
      return [answer.status, answer.body.code ?? answer.body]
    }
    expect(await review()).toEqual([403, 'not_approver'])
    await set({})
    expect(await review()).toEqual([200, 'OK'])
    expect(await state()).toBe('COMPLIANT')
  })

  it('is ended by its maker where no approval is asked for', async () => {
    const id = await forbid()
    await set({ approval: 'off' })
    expect(await end(id, 'member')).toEqual([200, 'OK'])
  })
})
