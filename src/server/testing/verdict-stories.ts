import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { daySeconds as day } from '#domain/common/days.ts'
import type { TestApp } from './app.ts'
import { overrideClient } from './overrides.ts'
import { attestationYaml, policyClient, policyYaml } from './policies.ts'
import { commitInfo, fingerprintOf } from './reporter.ts'

const maxAge = 7 * day
const patient = { timeout: 60_000, interval: 50 }

/** The control that a policy of the stories asks a decision for. */
export const control = 'C-1'

/** Events of a story. */
export const steps = [
  ...['pass', 'fail', 'decide', 'override', 'reject', 'end', 'expire', 'allow', 'disallow'],
  ...['exempt', 'unask', 'ask', 'trust', 'other', 'alone', 'empty', 'age', 'silence', 'away'],
] as const
type Step = (typeof steps)[number]

/** Part of a verdict without the times of its evaluation. */
export const withoutTimes = (part: object): unknown =>
  JSON.parse(JSON.stringify(part, (key, value) => (key === 'evaluated_at' ? null : value)))

/**
 * Sets policies, a control and ages of evidence up, and returns how a story begins.
 * @param time - the clock of the service, in Unix seconds, which stories move on
 */
export async function verdictStories(app: Pick<TestApp, 'call'>, time: { now: number }) {
  const policies = policyClient(app)
  const report = overrideClient(app)
  const own = (path: string) => app.call('GET', `/cairn/acme/${path}`, { key: 'reader' })
  const set = (section: string, json: object) =>
    app.call('PUT', `/cairn/acme/settings/${section}`, { key: 'admin', json })
  const max_age_days = { generic: maxAge / day, 'system:decision': maxAge / day }
  await set('evidence', { max_age_days })
  await set('reporting', { server: (day / 60) * 2 })
  await report.control(control)
  const decided = [`  - {type: decision, for_control: ${control}}`]
  const scanned = ['attestations:', '  - {type: generic, name: scan}', ...decided]
  await policies.policy('scanned', policyYaml(...scanned))
  await policies.policy('whole-trail', policyYaml('trail-compliance: {required: true}'))
  await policies.policy('of-others', attestationYaml('scan', 'artifact.name == "nobody"'))
  const freed = ['provenance:', '  required: true', '  exceptions:']
  const always = `    - if: "\${{ artifact.name != 'nobody' }}"`
  await policies.policy('freeing', policyYaml(...freed, always))

  /**
   * One artifact of one trail in one environment, and in a logical one around it; nothing is expected
   * of the trail, and it has evidence from the beginning or not before a step reports some.
   */
  return function begin(number: number, isDecided: boolean) {
    const [env, logical, name] = [`story-${number}`, `around-${number}`, `story:${number}`]
    const [flow, trail] = [`flow-${number}`, `run-story-${number}`]
    /** Facts about the evidence, known without the service. */
    const known = {
      reports: new Map<string, { passes: boolean; at: number }>(),
      overrides: [] as string[],
      running: [name],
    }
    const run = () => report.run(env, Object.fromEntries(known.running.map((one) => [one, 1])))
    const decide = async () => {
      await report.decision(flow, trail, { control })
      known.reports.set('decision', { passes: true, at: time.now })
    }
    const scan = async (is_compliant: boolean) => {
      await decide()
      await report.generic(flow, trail, { attestation_name: 'scan', is_compliant })
      known.reports.set('scan', { passes: is_compliant, at: time.now })
      known.overrides = []
    }
    const override = async (fields: object): Promise<string> => {
      const asked = await report.ask({ flow_name: flow, trail_name: trail, ...fields })
      expect(asked.status, asked.text).toBe(201)
      known.overrides.push(asked.body.override_id)
      return asked.body.override_id
    }
    /** Whether what runs is stored as it is derived: an end is evaluated in the background. */
    const isEvaluated = async () => {
      const artifact = `fingerprint=${fingerprintOf(name)}&name=${name}`
      const read = async (snapshot = '') => {
        const path = `environments/${env}/verdict/artifact?${artifact}${snapshot}`
        return withoutTimes((await own(path)).body.verdict)
      }
      return isDeepStrictEqual(await read(), await read('&snapshot=-1'))
    }
    const acts: Record<Step, () => Promise<unknown>> = {
      pass: () => scan(true),
      fail: () => scan(false),
      decide,
      override: () => override({}),
      reject: () => override({ new_compliance_status: false }),
      end: async () => {
        const id = known.overrides.pop()
        if (id) await report.post(`overrides/${id}/end`, { reason: 'Mended' })
      },
      expire: async () => {
        const id = await override({ expires_at: time.now + 60 })
        time.now += 61
        const state = async () => (await report.registered(id)).override.state
        await expect.poll(state, patient).toBe('expired')
        known.overrides.pop()
        if (known.running.includes(name)) await expect.poll(isEvaluated, patient).toBe(true)
      },
      allow: () => policies.allow(env, fingerprintOf(name)),
      disallow: () => policies.disallow(env, fingerprintOf(name)),
      exempt: () => policies.attach(env, 'freeing'),
      unask: () => policies.detach(env, 'scanned', 'whole-trail'),
      ask: () => policies.attach(env, 'scanned', 'whole-trail'),
      trust: async () => {
        await policies.attach(env, 'whole-trail')
        await policies.detach(env, 'scanned')
      },
      other: () => ((known.running = [name, `other-${number}`]), run()),
      alone: () => ((known.running = [name]), run()),
      empty: () => ((known.running = []), run()),
      age: () => ((time.now += maxAge + day), run()),
      silence: async () => void (time.now += 3 * day),
      away: async () => {
        const { body } = await app.call('GET', `/environments/acme/${env}`, { key: 'reader' })
        await app.call('PUT', `/environments/acme/${env}/archive`)
        await scan(false)
        await report.environment(env, 'server', { policies: body.policies })
      },
    }
    return {
      env,
      logical,
      name,
      flow,
      trail,
      known,
      async prepare() {
        await report.environment(env)
        await report.environment(logical, 'logical', { included_environments: [env] })
        const sha1 = String(number).padStart(40, '0')
        await report.build(flow, name, {
          trail_name: trail,
          git_commit: sha1,
          git_commit_info: { ...commitInfo, sha1 },
        })
        if (isDecided) await decide()
        await policies.attach(env, 'scanned', 'whole-trail', 'of-others')
        await run()
      },
      act: (step: Step) => acts[step](),
      /** Whether there is evidence, and all is fresh and passes, without anybody's decision. */
      isBare: () =>
        known.reports.size > 0 &&
        known.overrides.length === 0 &&
        [...known.reports.values()].every(({ passes, at }) => passes && time.now - at < maxAge),
    }
  }
}

/** One of these stories. */
export type VerdictStory = ReturnType<Awaited<ReturnType<typeof verdictStories>>>
