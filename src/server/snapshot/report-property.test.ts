import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportItem } from '#contract/environment/environment-report.ts'
import { type PhysicalType, physicalTypes } from '#contract/environment/environment-type.ts'
import type { DiffItem, SnapshotDiff } from '#contract/snapshot/comparison.ts'
import type { Snapshot, SnapshotArtifact } from '#contract/snapshot/snapshot.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { reportsOf } from '#server/testing/reported-items.ts'

type Reported = ReportItem[] | null

let app: TestApp
beforeAll(async () => void (app = await startTestApp()))
afterAll(() => app.close())

let environments = 0
const newEnvironment = async (type: PhysicalType) => {
  const name = `place-${++environments}`
  const { status } = await app.call('PUT', '/environments/acme', { json: { name, type } })
  expect(status).toBe(201)
  return name
}
const report = async (name: string, type: PhysicalType, artifacts: Reported) => {
  const path = `/environments/acme/${name}/report/${type}`
  const { status, text } = await app.call('PUT', path, { json: { artifacts }, key: 'snapshotter' })
  expect([200, 201], text).toContain(status)
  return status
}
const get = async (path: string) => {
  const { status, body, text } = await app.call('GET', path)
  expect(status, text).toBe(200)
  return body
}
const read = (name: string, index: number): Promise<Snapshot> =>
  get(`/snapshots/acme/${name}/${index}`)

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

/** Recomputes the artifacts of a report with their instances, oldest first. */
function said(reported: Reported) {
  const found = new Map<string, ReportItem[]>()
  for (const item of reported ?? []) {
    for (const [name, fingerprint] of Object.entries(item.digests ?? {})) {
      const key = JSON.stringify([name, fingerprint])
      found.set(key, [...(found.get(key) ?? []), item])
    }
  }
  return found
}
const setOf = (reported: Reported) => [...said(reported).keys()].sort()
const keyOf = ({ name, fingerprint }: { name: string; fingerprint: string }) =>
  JSON.stringify([name, fingerprint])
const running = ({ artifacts }: Snapshot) => artifacts.filter((one) => one.annotation.now > 0)

/** Context of an instance, as snapshots have it. */
function contextOf(item: ReportItem) {
  if ('taskArn' in item) {
    const { taskArn: task_arn, cluster_name, service_name } = item
    return { task_arn, cluster_name: cluster_name ?? '', service_name: service_name ?? '' }
  }
  if ('app_name' in item) {
    const { app_name, app_kind, digests_source } = item
    return { app_name, app_kind, digests_source }
  }
  if (!('kind' in item)) return undefined
  const { kind, serviceName, revisionName, jobName } = item
  const names = { serviceName, revisionName, jobName }
  const texts = Object.entries(names).map(([name, value]) => [name, value ?? ''])
  return { kind, ...Object.fromEntries(texts) }
}

/** Expects a snapshot to have exactly the artifacts of its report. */
function expectSaid(snapshot: Snapshot, reported: Reported) {
  const instances = said(reported)
  expect(running(snapshot).map(keyOf).sort()).toEqual([...instances.keys()].sort())
  for (const artifact of running(snapshot)) {
    const items = instances.get(keyOf(artifact)) ?? []
    const times = items.map((item) => item.creationTimestamp)
    expect(artifact.creationTimestamp).toEqual(times.sort((a, b) => a - b))
    expect(artifact.annotation.now).toBe(items.length)
    const context = artifact.ecs_context ?? artifact.azure_context ?? artifact.cloud_run_context
    expect(items.map(contextOf)).toContainEqual(context)
    const pods = items.flatMap((item) => ('podName' in item ? [item] : []))
    const podsSaid = new Set(pods.map((pod) => `${pod.namespace}/${pod.podName}`))
    const podsShown = Object.entries(artifact.pods ?? {}).map(([name, pod]) => {
      const { namespace, creationTimestamp } = pod
      const shown = { podName: name.replace(`${namespace}/`, ''), ...pod }
      expect(pods).toContainEqual(expect.objectContaining(shown))
      expect(times).toContain(creationTimestamp)
      return `${namespace}/${shown.podName}`
    })
    expect(new Set(podsShown)).toEqual(podsSaid)
    expect(artifact.pods === null).toBe(pods.length === 0)
  }
}

/** Leaves out the fields of a snapshot that change when another follows. */
const lasting = ({ is_latest: _, next_snapshot_timestamp: __, ...snapshot }: Snapshot) => snapshot

const ofEnvironment = `join environment on environment.org_id = running.org_id
  and environment.id = running.environment_id where environment.name = $1`
const countRows = async (name: string) =>
  (
    await app.query<{ count: number }>(`select count(*)::int from running ${ofEnvironment}`, [name])
  )[0]?.count ?? 0

/** Counts of the instances that run now. */
async function countsNow(name: string): Promise<Record<string, number>> {
  const rows = await app.query<{ name: string; fingerprint: string; count: number }>(
    `select running.name, fingerprint, coalesce(count, instance_count)::int as count from running
     left join instance_count on instance_count.org_id = running.org_id and running_id = running.id
     ${ofEnvironment} and to_index is null`,
    [name],
  )
  return Object.fromEntries(rows.map((row) => [keyOf(row), row.count]))
}

async function expectNoOverlap(name: string) {
  const overlapping = await app.query(
    `select one.id from running one join running other on other.org_id = one.org_id and other.id <> one.id
       and other.environment_id = one.environment_id and other.name = one.name
       and other.fingerprint = one.fingerprint and other.during && one.during
     join environment on environment.org_id = one.org_id and environment.id = one.environment_id
     where environment.name = $1`,
    [name],
  )
  expect(overlapping).toEqual([])
}

/** Artifacts of a snapshot that are new or look other than in the one before. */
function newLooks(before: Snapshot | undefined, snapshot: Snapshot): number {
  const look = ({ creationTimestamp, pods, ...artifact }: SnapshotArtifact) => {
    const { ecs_context, azure_context, cloud_run_context } = artifact
    const where = ecs_context ?? azure_context ?? cloud_run_context
    return JSON.stringify([keyOf(artifact), creationTimestamp, pods, where])
  }
  const old = new Set(before ? running(before).map(look) : [])
  return running(snapshot).filter((artifact) => !old.has(look(artifact))).length
}

async function expectMirrored(name: string, a: number, b: number) {
  const diff = (one: number, two: number): Promise<SnapshotDiff> =>
    get(`/env-diff/acme?snappish1=${name}%23${one}&snappish2=${name}%23${two}`)
  const [there, back] = [await diff(a, b), await diff(b, a)]
  expect(there.snappish1).toEqual(back.snappish2)
  expect(there.snappish2).toEqual(back.snappish1)
  const counts = there.changed.artifacts.map((one) => [
    ...[keyOf(one), one.s1_instance_count, one.s2_instance_count],
  ])
  expect(
    back.changed.artifacts.map((one) => [keyOf(one), one.s2_instance_count, one.s1_instance_count]),
  ).toEqual(counts)
  const same = ({ fingerprint, name, instance_count }: DiffItem) => [
    fingerprint,
    name,
    instance_count,
  ]
  expect(there['not-changed'].artifacts.map(same)).toEqual(back['not-changed'].artifacts.map(same))
}

const story = fc
  .constantFrom(...physicalTypes)
  .chain((type) => fc.tuple(fc.constant(type), reportsOf(type)))

describe('for any reports of an environment', () => {
  it('each different set makes a snapshot, which shows its report and never changes', async () => {
    const property = fc.asyncProperty(story, async ([type, reports]) => {
      const name = await newEnvironment(type)
      const made: { snapshot: Snapshot; reported: Reported }[] = []
      let rows = 0
      for (const reported of reports) {
        const last = made.at(-1)
        const isNew = !last || String(setOf(last.reported)) !== String(setOf(reported))
        expect(await report(name, type, reported)).toBe(isNew ? 201 : 200)
        if (isNew) {
          const snapshot = await read(name, made.length + 1)
          rows += newLooks(last?.snapshot, snapshot)
          made.push({ snapshot, reported })
        }
        expect(await countRows(name)).toBe(rows)
        const counts = Array.from(said(reported), ([key, items]) => [key, items.length] as const)
        expect(await countsNow(name)).toEqual(Object.fromEntries(counts))
      }
      const listed = await get(`/snapshots/acme/${name}?reverse=true`)
      expect(listed.map((one: { index: number }) => one.index)).toEqual(made.map((_, at) => at + 1))
      for (const [at, { snapshot, reported }] of made.entries()) {
        const again = await read(name, at + 1)
        expect(lasting(again)).toEqual(lasting(snapshot))
        expect(again.is_latest).toBe(at + 1 === made.length)
        expectSaid(again, reported)
        const before = made[at - 1]?.reported ?? null
        const gone = setOf(before).filter((key) => !setOf(reported).includes(key))
        const exited = again.artifacts.filter((one) => one.annotation.type === 'exited')
        expect(exited.map(keyOf).sort()).toEqual(gone)
        for (const artifact of again.artifacts) {
          expect(artifact.annotation.was).toBe(said(before).get(keyOf(artifact))?.length ?? 0)
        }
      }
      await expectNoOverlap(name)
      await expectMirrored(name, 1, made.length)
      await expectMirrored(name, Math.ceil(made.length / 2), made.length)
    })
    await fc.assert(property, { numRuns: 15 * fuzzEffort })
  })

  it('concurrent reports have the same effect as sequential ones', async () => {
    const property = fc.asyncProperty(story, async ([type, reports]) => {
      const name = await newEnvironment(type)
      const statuses = await Promise.all(reports.map((reported) => report(name, type, reported)))
      const listed: { index: number; from: number }[] = await get(`/snapshots/acme/${name}`)
      expect(listed).toHaveLength(statuses.filter((status) => status === 201).length)
      let before = ''
      for (const { index } of listed.toReversed()) {
        const snapshot = await read(name, index)
        const set = String(running(snapshot).map(keyOf).sort())
        expect(reports.map((reported) => String(setOf(reported)))).toContain(set)
        expect(index === 1 || set !== before).toBe(true)
        before = set
      }
      const instants = listed.map((one) => one.from)
      expect([...new Set(instants)].sort((a, b) => b - a)).toEqual(instants)
      const now = await countsNow(name)
      const counts = reports.map((reported) =>
        Array.from(said(reported), ([key, items]) => [key, items.length]).sort(byText),
      )
      expect(counts).toContainEqual(Object.entries(now).sort(byText))
      await expectNoOverlap(name)
    })
    await fc.assert(property, { numRuns: 8 * fuzzEffort })
  })
})
