import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noQualifiers, type Qualifiers } from '#contract/verdict/qualifiers.ts'
import type { OutcomeCounts } from '#contract/verdict/standing.ts'
import type { ArtifactNode } from '#contract/verdict/verdict-tree.ts'
import { sumOutcomes } from '#domain/verdict/outcome-counts.ts'
import { isPlain } from '#domain/verdict/qualified-verdict.ts'
import { qualifiersOfListed } from '#domain/verdict/qualifiers.ts'
import { standingOf } from '#domain/verdict/standing.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'
import {
  control,
  steps,
  type VerdictStory,
  verdictStories,
  withoutTimes,
} from '#server/testing/verdict-stories.ts'

let app: TestApp
let begin: Awaited<ReturnType<typeof verdictStories>>
const time = { now: 1_790_000_000 }

beforeAll(async () => {
  app = await startTestApp({ clock: () => (time.now += 0.001) })
  begin = await verdictStories(app, time)
})
afterAll(() => app.close())

const get = async (path: string) => {
  const { status, body, text } = await app.call('GET', path, { key: 'reader' })
  expect(status, `${path} ${text}`).toBe(200)
  return body
}
const is = (key: string, value: string) => (one: Record<string, unknown>) => one[key] === value
const own = (path: string) => get(`/cairn/acme/${path}`)

/** The cells of the first row of a list as CSV, by their heading. */
async function firstExported(list: string): Promise<Record<string, string | undefined>> {
  const { text } = await app.call('GET', `/cairn/acme/exports/${list}`)
  const [head = '', row = ''] = text.split('\r\n')
  return Object.fromEntries(head.split(',').map((cell, at) => [cell, row.split(',')[at]]))
}

const cellsOf = ({ overridden, allow_listed, exempt, not_asked, expired }: Qualifiers) => ({
  evidence_expired: expired.join(' '),
  overrides: String(overridden),
  allow_listed: String(allow_listed),
  exempt: String(exempt),
  not_asked: String(not_asked),
})

/** Every summary of an environment says of its verdict what its derivation says. */
async function expectOfEnvironment({ env, logical }: VerdictStory, isFlip: boolean) {
  const { state, qualifiers, stale_at } = await get(`/environments/acme/${env}`)
  const isStale = stale_at !== null && stale_at <= time.now
  const searched = await own(`search?kind=environment&q=${env}`)
  const listed = (await own(`environments?name=${env}`)).data.find(is('name', env))
  const around = (await own(`environments?name=${logical}`)).data.find(is('name', logical))
  const said: Record<string, object> = {
    why: await own(`environments/${env}/verdict`),
    listed,
    read: await get(`/environments/acme/${logical}`),
    around,
    member: around.members[0],
    whyAround: await own(`environments/${logical}/verdict`),
    snapshot: await get(`/snapshots/acme/${env}/-1`),
    snapshotAround: await get(`/snapshots/acme/${logical}/-1`),
    snapshots: (await get(`/snapshots/acme/${env}`))[0],
    page: (await own(`environments/${env}/snapshots`)).data[0],
    compared: (await own(`snapshot-diff?base=${env}%231&head=${env}`)).head,
    found: searched.environments.matches.find(is('name', env)),
    known: (await own(`search/records?environment=${env}`)).environments[0],
  }
  for (const [where, one] of Object.entries(said)) {
    expect([where, one]).toMatchObject([where, { state, qualifiers }])
  }
  const cells = { state: String(state), ...cellsOf(qualifiers) }
  expect(await firstExported(`environments?name=${env}`)).toMatchObject({
    ...cells,
    stale: String(isStale),
  })
  expect(await firstExported(`environments/${env}/snapshots`)).toMatchObject(cells)
  const stands = standingOf({ state, qualifiers, isStale })
  const { pagination } = await own(`environments?name=${env}&standing=${stands}`)
  expect([stands, pagination.total]).toEqual([stands, 1])
  if (!isFlip) return state
  const { changes } = await own('overview/changes')
  const flip = changes.find(
    (one: { kind: string; environment_name: string }) =>
      one.kind === 'flip' && one.environment_name === env,
  )
  expect(flip).toMatchObject({ after: state, after_qualifiers: qualifiers })
  const { events } = await own(`environment-events?environment=${env}`)
  const logged = events.find((one: { flip: object | null }) => one.flip !== null)
  expect(logged.flip.to).toMatchObject({ state, qualifiers })
  return state
}

/**
 * Every summary of an artifact where it runs says of its verdict what its derivation says, and what
 * is stored of each rule is what it comes to now.
 */
async function expectOfArtifact({ env, name, known, isBare }: VerdictStory) {
  const fingerprint = fingerprintOf(name)
  const named = `fingerprint=${fingerprint}&name=${name}`
  const { verdict } = await own(`environments/${env}/verdict/artifact?${named}`)
  const { compliant, qualifiers, policies } = verdict
  const stored = await own(`environments/${env}/verdict/artifact?${named}&snapshot=-1`)
  expect([known, withoutTimes(stored.verdict.policies)]).toEqual([known, withoutTimes(policies)])
  const qualified = { verdict: 'compliant' as const, qualifiers }
  if (compliant && !isBare()) expect([known, isPlain(qualified)]).toEqual([known, false])
  const { artifacts } = await own(`environments/${env}/running`)
  const deployed = await own(`can_i_deploy?fingerprint=${fingerprint}&environment=${env}`)
  const { environments } = await own(`artifacts/${fingerprint}/environments`)
  const asserted = await get(`/asserts/acme/fingerprint/${fingerprint}?environment_name=${env}`)
  const said: Record<string, object> = {
    running: artifacts.find(is('name', name)),
    snapshot: (await get(`/snapshots/acme/${env}/-1`)).artifacts.find(is('name', name)),
    place: environments.find(is('environment_name', env)).verdicts.at(-1),
    deployed,
    deployedThere: deployed.results[0],
    asserted,
  }
  for (const [where, one] of Object.entries(said)) {
    expect([where, one]).toMatchObject([where, { compliant, ...(compliant && { qualifiers }) }])
  }
  if (known.running.length > 1) return
  const cells = await firstExported(`environments/${env}/running`)
  expect(cells).toMatchObject({ compliant: String(compliant), ...cellsOf(qualifiers) })
  const environment = { state: compliant, ...(compliant && { qualifiers }) }
  expect(await get(`/environments/acme/${env}`)).toMatchObject(environment)
}

/** Every summary of a trail and its artifact says what carries its state. */
async function expectOfTrail({ flow, trail, name, isBare, known }: VerdictStory) {
  const fingerprint = fingerprintOf(name)
  const { compliance_state: state, qualifiers } = await get(`/trails/acme/${flow}/${trail}`)
  const qualified = { verdict: 'compliant' as const, qualifiers }
  if (state === 'COMPLIANT' && !isBare())
    expect([known, isPlain(qualified)]).toEqual([known, false])
  const { overridden, expired, not_asked } = qualifiers
  const nothing_expected = not_asked > 0
  const detail = await own(`flows/${flow}/artifacts/${fingerprint}`)
  const artifact = await get(`/artifacts/acme/${flow}/fingerprint/${fingerprint}`)
  const verdictsOf: Record<string, object> = {
    read: artifact,
    listed: (await get(`/artifacts/acme?flow_name=${flow}`))[0],
    ofCommit: (await get(`/artifacts/acme/${flow}/commit_sha/${artifact.git_commit}`))[0],
    detail: detail.artifact,
    report: detail.reports[0],
    row: (await own(`flows/${flow}/artifacts`)).data[0],
    named: (await own(`artifacts?name=${name}`)).data[0],
    flows: (await own(`artifacts/${fingerprint}`)).data[0],
    built: (await own(`builds?start_ts=1&name=${name}`)).data[0],
    found: (await own(`search?kind=trail&q=${trail}`)).trails.matches[0],
    foundFlow: (await own(`search?kind=flow&q=${flow}`)).flows.matches[0],
  }
  for (const [where, one] of Object.entries(verdictsOf)) {
    expect([where, one]).toMatchObject([where, { qualifiers }])
  }
  const counted: Record<string, object> = {
    trails: (await get(`/trails/acme?flow=${flow}`)).data[0],
    rows: (await own(`flows/${flow}/trails`)).data[0],
  }
  for (const [where, one] of Object.entries(counted)) {
    expect([where, one]).toMatchObject([
      where,
      { compliance_state: state, override_count: overridden, expired, nothing_expected },
    ])
  }
  const [row] = (await own(`flows/${flow}/matrix`)).data
  expect(qualifiersOfListed(row)).toEqual(qualifiers)
  const [{ recent_trails }] = (await own(`flows?name=${flow}`)).data
  expect(recent_trails).toMatchObject([
    { state, override_count: overridden, expired, nothing_expected },
  ])
  const cells = {
    evidence_expired: expired.join(' '),
    nothing_expected: String(nothing_expected),
  }
  const overrides = String(overridden)
  const files: Record<string, object> = {
    [`flows/${flow}/trails?name=${trail}`]: {
      compliance_state: state,
      override_count: overrides,
      ...cells,
    },
    [`flows/${flow}/artifacts`]: { overrides, ...cells },
    [`builds?start_ts=1&name=${name}`]: { overrides, ...cells },
    [`flows?name=${flow}`]: {
      latest_state: state,
      latest_overrides: overrides,
      latest_nothing_expected: cells.nothing_expected,
    },
  }
  for (const [file, row] of Object.entries(files)) {
    expect([file, await firstExported(file)]).toMatchObject([file, row])
  }
}

type RuleEvaluation = ArtifactNode['policies'][number]['rule_evaluations'][number]

/** Counts of policies and of a control have as plainly passed what its derivation does not qualify. */
async function expectOfCounts({ env, name, flow, trail, known }: VerdictStory) {
  const { stale_at } = await get(`/environments/acme/${env}`)
  const isStale = stale_at !== null && stale_at <= time.now
  const { qualifiers } = await get(`/trails/acme/${flow}/${trail}`)
  const named = `fingerprint=${fingerprintOf(name)}&name=${name}`
  const path = `environments/${env}/verdict/artifact?${named}`
  const isRunning = known.running.includes(name)
  const policies: ArtifactNode['policies'] = isRunning ? (await own(path)).verdict.policies : []
  const isBare = ({ rule, resolutions }: RuleEvaluation) =>
    (rule.type !== 'trail-compliance' || isPlain({ verdict: 'compliant', qualifiers })) &&
    resolutions.every(
      ({ exception, attestations }) =>
        !exception && attestations.every((one) => !one.is_override && !one.expired),
    )
  const bare = { ...noQualifiers, judged: 1 }
  for (const { rule, satisfied, resolutions } of policies.flatMap((one) => one.rule_evaluations)) {
    if (rule.type !== 'trail-compliance' || satisfied === null) continue
    for (const { trail_qualifiers = bare } of resolutions) {
      expect([known, trail_qualifiers]).toEqual([known, qualifiers])
    }
  }
  /** Nothing else that runs passes: nobody built it. */
  const expected = (rules: RuleEvaluation[]) => {
    const asked = rules.filter(({ satisfied, resolutions }) => {
      return satisfied !== null || resolutions.some(({ exception }) => exception)
    })
    const passes = asked.length > 0 && asked.every((one) => one.satisfied && isBare(one))
    return Number(passes && !isStale)
  }
  const plain = ({ passed, expired, by_exception }: OutcomeCounts) =>
    passed - expired - by_exception
  const cells = ({ passed, expired, by_exception, not_asked, stale }: OutcomeCounts) => ({
    running_passed: String(passed),
    running_passed_evidence_expired: String(expired),
    running_passed_by_exception: String(by_exception),
    running_not_asked: String(not_asked),
    running_stale: String(stale),
  })
  const runningIn = (rows: { running: OutcomeCounts }[]) =>
    sumOutcomes(rows.map((one) => one.running))
  const attached: { name: string; running: OutcomeCounts }[] = await own(
    `environments/${env}/policies`,
  )
  for (const { name: policy, running } of attached) {
    const rules = policies.find(({ policy_name }) => policy_name === policy)?.rule_evaluations
    expect([known, policy, plain(running)]).toEqual([known, policy, expected(rules ?? [])])
    const { environments } = await own(`policies/${policy}`)
    expect(environments.find(is('name', env)).running).toEqual(running)
    const all = runningIn(environments)
    expect((await own(`policies?q=${policy}`)).data[0].running).toEqual(all)
    expect(await firstExported(`policies?q=${policy}`)).toMatchObject(cells(all))
  }
  const { environments, coverage } = await own(`controls/${control}`)
  const citing = policies.flatMap((policy) => policy.rule_evaluations)
  const rules = citing.filter(
    ({ rule }) => 'for_control' in rule.definition && rule.definition.for_control === control,
  )
  const counted = environments.find(is('name', env))
  expect([known, plain(counted.running)]).toEqual([known, expected(rules)])
  const { artifacts } = await own(`environments/${env}/running?failing_control=${control}`)
  if (!isStale) expect([known, artifacts.length]).toEqual([known, counted.running.failed])
  expect(counted.covered).toBe(attached.some(is('name', 'scanned')))
  expect(coverage.running).toEqual(runningIn(environments))
  expect((await own('controls')).data[0].coverage).toEqual(coverage)
  const isPlainlyPassed =
    coverage.running.passed > 0 && plain(coverage.running) === coverage.running.passed
  if (coverage.population.endsWith('all pass'))
    expect([known, isPlainlyPassed]).toEqual([known, true])
  expect(await firstExported('controls')).toMatchObject(cells(coverage.running))
}

it('no answer and no file is plainly compliant where its derivation is not, after any history', async () => {
  let stories = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (taken, isDecided) => {
        const story = begin((stories += 1), isDecided)
        await story.prepare()
        let before: unknown
        for (const step of taken) {
          await story.act(step)
          const { state } = await get(`/environments/acme/${story.env}`)
          const isFlip = before !== undefined && state !== before && step !== 'expire'
          before = await expectOfEnvironment(story, isFlip)
          if (story.known.running.includes(story.name)) await expectOfArtifact(story)
          await expectOfTrail(story)
          await expectOfCounts(story)
        }
      },
    ),
    {
      // The examples count as runs.
      numRuns: 8 * fuzzEffort,
      // Each step at least once, in an order in which it matters.
      examples: [
        [['fail', 'override', 'age', 'end', 'allow', 'silence', 'alone', 'empty'], true],
        [['override', 'age', 'pass'], true],
        [['trust', 'exempt', 'fail'], false],
        [['decide', 'pass'], false],
        [['pass', 'away', 'pass'], true],
        [
          [
            'pass',
            'age',
            'decide',
            'reject',
            'expire',
            'unask',
            'exempt',
            'ask',
            'disallow',
            'other',
          ],
          true,
        ],
      ],
    },
  )
})
