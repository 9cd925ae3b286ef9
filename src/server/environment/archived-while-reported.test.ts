import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestAnswer, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { recomputeVerdicts } from '#server/testing/fresh-verdicts.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { attestationYaml, policyClient, provenanceYaml } from '#server/testing/policies.ts'

let app: TestApp
let report: ReturnType<typeof environmentReporter>
let keep: ReturnType<typeof policyClient>
beforeAll(async () => {
  app = await startTestApp()
  report = environmentReporter(app)
  keep = policyClient(app)
})
afterAll(() => app.close())

let worlds = 0
const put = (path: string, json: object = {}) => app.call('PUT', path, { json })

/** Calls that come in at once: reports of a pipeline, and what an admin archives and restores. */
function world(number: number) {
  const [env, other, flow, policy] = ['env', 'other', 'flow', 'policy'].map(
    (one) => `${one}-${number}`,
  ) as [string, string, string, string]
  const [all, control] = [`all-${number}`, `control-${number}`]
  const artifact = `app:${number}`
  const trail = `run-app-${number}`
  let spaceId = ''
  const space = (method: string, path = '') =>
    app.call(method, `/cairn/acme/spaces/${spaceId}${path}`, {
      json: { flows: [flow], environments: [env] },
    })
  const acts: Record<string, () => Promise<TestAnswer>> = {
    run: () => report.run(env, { [artifact]: 1 }),
    runMore: () => report.run(env, { [artifact]: 1, stranger: 1 }),
    runOther: () => report.run(other, { [artifact]: 2 }),
    build: () => report.build(flow, artifact),
    pass: () => report.generic(flow, trail, { attestation_name: 'scan', is_compliant: true }),
    fail: () => report.generic(flow, trail, { attestation_name: 'scan', is_compliant: false }),
    begin: () => report.begin(flow, trail),
    putFlow: () => report.flow(flow),
    putEnvironment: () => report.environment(env, 'server', { policies: [policy] }),
    putPolicy: () => keep.policy(policy, attestationYaml('scan')),
    putPolicyBack: () => keep.policy(policy, provenanceYaml),
    attach: () => keep.attach(env, policy),
    attachOther: () => keep.attach(other, policy),
    detach: () => keep.detach(env, policy),
    include: () => report.environment(all, 'logical', { included_environments: [env, other] }),
    exclude: () => report.environment(all, 'logical', { included_environments: [other] }),
    archiveFlow: () => put(`/flows/acme/${flow}/archive`),
    archiveEnvironment: () => put(`/environments/acme/${env}/archive`),
    archiveLogical: () => put(`/environments/acme/${all}/archive`),
    archivePolicy: () => put(`/cairn/acme/policies/${policy}/archive`),
    archiveControl: () => app.call('POST', `/controls/acme/${control}/archive`, { key: 'admin' }),
    restoreControl: () => app.call('POST', `/controls/acme/${control}/unarchive`, { key: 'admin' }),
    decide: () => report.decision(flow, trail, { control }),
    deleteSpace: () => space('DELETE'),
    intoSpace: () => space('POST', '/contents'),
    outOfSpace: () => space('DELETE', '/contents'),
  }
  return {
    acts,
    async prepare() {
      await keep.policy(policy, attestationYaml('scan'))
      await report.flow(flow)
      await report.control(control)
      await report.environment(env, 'server', { policies: [policy] })
      await report.environment(other, 'server', { policies: [policy] })
      await report.environment(all, 'logical', { included_environments: [env, other] })
      const made = await app.call('POST', '/cairn/acme/spaces', {
        json: { name: `space-${number}` },
      })
      spaceId = made.body.id
      await report.build(flow, artifact)
      await report.run(env, { [artifact]: 1 })
    },
  }
}

/** Members of logical environments that these do not show as they are now. */
const membersBehind = `
  select whole.name as whole, part.name, shown.member_index, own.snapshot_index
  from environment_member member
  join environment whole on whole.org_id = member.org_id and whole.id = member.environment_id
    and whole.archived_at is null
  join environment part on part.org_id = member.org_id and part.id = member.member_id
    and part.archived_at is null
  join environment_state own on own.org_id = part.org_id and own.environment_id = part.id
  left join snapshot_member shown on shown.org_id = whole.org_id
    and shown.environment_id = whole.id and shown.member_id = part.id and shown.to_index is null
  where shown.member_index is distinct from own.snapshot_index`

const names = Object.keys(world(0).acts)

it('leaves every verdict as it would be evaluated now, whatever comes in at once', async () => {
  const rounds = fc.array(fc.array(fc.constantFrom(...names), { minLength: 2, maxLength: 8 }), {
    minLength: 1,
    maxLength: 4,
  })
  const property = fc.asyncProperty(rounds, async (all) => {
    const { acts, prepare } = world((worlds += 1))
    await prepare()
    for (const round of all) {
      const answers = await Promise.all(round.map((name) => acts[name]!()))
      for (const [index, { status, text }] of answers.entries()) {
        expect([round[index], status, text, status < 500]).toEqual([
          round[index],
          status,
          text,
          true,
        ])
      }
    }
    // Of what is archived nothing is evaluated: all comes back first.
    for (const name of ['putPolicy', 'putFlow', 'putEnvironment', 'include']) {
      const { status, text } = await acts[name]!()
      expect([200, 201], `${name} ${text}`).toContain(status)
    }
    await expect
      .poll(async () => (await recomputeVerdicts(app.connection)).waiting, { timeout: 20_000 })
      .toBe(0)
    const { environments } = await recomputeVerdicts(app.connection)
    for (const { name, stored, fresh } of environments) {
      expect([name, stored]).toEqual([name, fresh])
    }
    expect(await app.query(membersBehind)).toEqual([])
  })
  await fc.assert(property, { numRuns: 6 * fuzzEffort, endOnFailure: true })
})
