import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Artifact } from '#contract/artifact/artifact.ts'
import type { Attestation } from '#contract/attestation/attestation.ts'
import type { AttestationStatus, ComplianceStatus } from '#contract/verdict/compliance-status.ts'
import type { Trail } from '#contract/trail/trail.ts'
import { evaluateTrail } from '#domain/trail/evaluate-trail.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { junitResult, reporter } from '#server/testing/reporter.ts'
import {
  type StoryEvent,
  storyEvents,
  shuffled,
  templateText,
} from '#server/testing/trail-story.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
beforeAll(async () => {
  app = await startTestApp()
  report = reporter(app)
})
afterAll(() => app.close())

let flows = 0
const newFlow = async (template: string) => {
  const flow = `flow-${++flows}`
  expect((await report.flow(flow, template)).status).toBe(201)
  return flow
}

/** Sends events to a trail. @returns the event of each attestation id */
async function play(flow: string, trail: string, items: readonly StoryEvent[]) {
  const sent = new Map<string, StoryEvent>()
  expect((await report.begin(flow, trail)).status).toBe(201)
  for (const item of items) {
    if (item.kind === 'artifact') {
      const { name, fingerprint, git_commit } = item
      const changes = { fingerprint, git_commit, template_reference_name: name, trail_name: trail }
      expect((await report.artifact(flow, changes)).status).toBe(201)
      continue
    }
    const { type, name, is_compliant, scope } = item
    const common = { attestation_name: name, ...scope }
    const { status, body } =
      type === 'generic'
        ? await report.generic(flow, trail, { ...common, is_compliant })
        : await report.junit(flow, trail, {
            ...common,
            junit_results: [{ ...junitResult, failures: is_compliant ? 0 : 1 }],
          })
    expect(status).toBe(201)
    sent.set(body, item)
  }
  return sent
}

/** A status without ids and times; unexpected entries have no order but time. */
function meaning(status: ComplianceStatus, sent: Map<string, StoryEvent>) {
  const entries = (list: readonly AttestationStatus[]) => {
    const shown = list.map(({ attestation_id, ...entry }) => ({
      ...entry,
      of: attestation_id && sent.get(attestation_id),
    }))
    return {
      expected: shown.filter((entry) => !entry.unexpected),
      unexpected: shown
        .filter((entry) => entry.unexpected)
        .map((entry) => JSON.stringify(entry))
        .sort(),
    }
  }
  const artifacts = Object.entries(status.artifacts_statuses).map(
    ([key, { artifact_id, evaluated_at: _at, flow_template_id: _of, ...artifact }]) => [
      key,
      {
        ...artifact,
        isReported: artifact_id !== null,
        attestations_statuses: entries(artifact.attestations_statuses),
      },
    ],
  )
  return {
    status: status.status,
    is_compliant: status.is_compliant,
    attestations_statuses: entries(status.attestations_statuses),
    artifacts_statuses: Object.fromEntries(artifacts) as Record<string, unknown>,
  }
}

/** Recomputes the status from every attestation and artifact that the API lists. */
async function recount(flow: string, trail: Trail): Promise<ComplianceStatus> {
  const listed = await app.call('GET', `/attestations/acme/${flow}?per_page=500`)
  const records = (listed.body.data as Attestation[]).filter((it) => it.trail_name === trail.name)
  const { body } = await app.call('GET', `/artifacts/acme?flow_name=${flow}&per_page=500`)
  const { evaluated_at, flow_template_id } = trail.compliance_status
  const { attestations, artifacts } = trail.template.trail
  return evaluateTrail({
    template: { version: 1, trail: { attestations, artifacts }, every_artifact: [] },
    template_id: flow_template_id,
    evaluated_at,
    artifacts: (body as Artifact[])
      .filter((it) => it.trail_name === trail.name)
      .map(({ artifact_id, fingerprint, template_reference_name, git_commit }) => ({
        artifact_id,
        fingerprint,
        template_reference_name,
        git_commit,
      })),
    attestations: records.flatMap((it) => {
      const targets = it.artifact_fingerprint ? [] : (it.target_artifacts ?? [])
      return (targets.length ? targets : [null]).map((target_artifact) => ({
        attestation_id: it.attestation_id,
        attestation_name: it.attestation_name,
        attestation_type: it.attestation_type,
        is_compliant: it.is_compliant,
        artifact_fingerprint: it.artifact_fingerprint,
        target_artifact,
        git_commit: it.git_commit_info?.sha1 ?? null,
        overridden_attestation_id: null,
      }))
    }),
  })
}

/** Applies the rules for the state to the parts of a status. */
function stateOf({ attestations_statuses, artifacts_statuses }: ComplianceStatus) {
  const artifacts = Object.values(artifacts_statuses)
  const entries = [
    ...attestations_statuses,
    ...artifacts.flatMap((artifact) => artifact.attestations_statuses),
  ]
  if (entries.some((entry) => entry.is_compliant === false)) return 'NON-COMPLIANT'
  const lacks = artifacts.some((it) => it.status === 'MISSING' && !it.unexpected)
  return lacks || entries.some((it) => it.status === 'MISSING') ? 'INCOMPLETE' : 'COMPLIANT'
}

const keys = fc.array(fc.nat(), { minLength: 9, maxLength: 9 })
const runs = { numRuns: 10 * fuzzEffort }

describe('for any reports on a trail', () => {
  it('compliance does not depend on the order in which evidence arrives', async () => {
    const orders = fc.tuple(keys, keys)
    const property = fc.asyncProperty(
      templateText,
      storyEvents,
      orders,
      async (text, items, all) => {
        const flow = await newFlow(text)
        const outcome = async (trail: string, order: readonly StoryEvent[]) => {
          const sent = await play(flow, trail, order)
          const { compliance_status, compliance_state } = await report.trail(flow, trail)
          expect(compliance_status.status).toBe(compliance_state)
          return meaning(compliance_status, sent)
        }
        const drawn = await outcome('drawn', items)
        for (const [index, order] of all.entries()) {
          expect(await outcome(`order-${index}`, shuffled(items, order))).toEqual(drawn)
        }
      },
    )
    await fc.assert(property, runs)
  })

  it('the state shown equals a recount of the evidence', async () => {
    const property = fc.asyncProperty(templateText, storyEvents, async (text, items) => {
      const flow = await newFlow(text)
      await play(flow, 'run', items)
      const trail: Trail = await report.trail(flow, 'run')
      expect(trail.compliance_status).toEqual(await recount(flow, trail))
      expect(trail.compliance_state).toBe(stateOf(trail.compliance_status))
      const { body } = await app.call('GET', `/trails/acme?flow=${flow}`)
      expect(body.data[0].compliance_state).toBe(trail.compliance_state)
    })
    await fc.assert(property, runs)
  })
})
