import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { connectionOf } from '../database.ts'
import { cairn, freePort, type Service } from '../service.ts'
import type { BareRead, BareSettings } from './bare-server.ts'
import { type Answers, compareAnswers } from './compare-answers.ts'
import { type Send, attest, build, prepare, report, sender } from './unit-work.ts'

const org = 'bench'
const user = 'bench-user'
const trails = 20

/** A read that is compared: what the service is asked, and what a bare server asks the database. */
interface HotRead extends BareRead {
  name: string
  path: (org: string) => string
}

/**
 * What pages are opened with. Their statements read the rows of an answer, and none that the service
 * evaluates them by.
 */
export const hotReads: HotRead[] = [
  {
    name: 'Attestations of a flow',
    path: (org) => `/attestations/${org}/shop`,
    values: ['shop'],
    statements: [
      `select attestation.*, flow.name as flow_name, trail.name as trail_name
        from attestation
        join flow on flow.org_id = attestation.org_id and flow.id = attestation.flow_id
        join trail on trail.org_id = attestation.org_id and trail.id = attestation.trail_id
        where attestation.org_id = $1 and flow.name = $2
        order by attestation.created_at desc, attestation.id desc limit 20`,
      `select coalesce((select sum(count) from attestation_total as folded
          where folded.org_id = flow.org_id and folded.flow_id = flow.id), 0)
        + coalesce((select sum(amount) from attestation_delta as waiting
          where waiting.org_id = flow.org_id and waiting.flow_id = flow.id), 0) as total
        from flow where flow.org_id = $1 and flow.name = $2`,
    ],
  },
  {
    name: 'A trail',
    path: (org) => `/trails/${org}/shop/build-0`,
    values: ['shop', 'build-0'],
    statements: [
      `select trail.*, trail_status.state, trail_status.status, template.content
        from trail
        join flow on flow.org_id = trail.org_id and flow.id = trail.flow_id
        join trail_status on trail_status.org_id = trail.org_id and trail_status.trail_id = trail.id
        join template on template.org_id = trail.org_id and template.id = trail.template_id
        where trail.org_id = $1 and flow.name = $2 and trail.name = $3`,
      `select trail_event.* from flow
        join trail on trail.org_id = flow.org_id and trail.flow_id = flow.id
        join trail_event on trail_event.org_id = trail.org_id and trail_event.trail_id = trail.id
        where flow.org_id = $1 and flow.name = $2 and trail.name = $3 order by trail_event.id`,
    ],
  },
  {
    name: 'Environments',
    path: (org) => `/cairn/${org}/environments?per_page=10`,
    values: [],
    statements: [
      `select environment.*, environment_state.* from environment
        join environment_state on environment_state.org_id = environment.org_id
          and environment_state.environment_id = environment.id
        where environment.org_id = $1 and archived_at is null order by name limit 10`,
      'select count(*) from environment where org_id = $1 and archived_at is null',
    ],
  },
  {
    name: 'What runs',
    path: (org) => `/cairn/${org}/environments/production/running`,
    values: ['production'],
    statements: [
      `select running.* from environment
        join running on running.org_id = environment.org_id
          and running.environment_id = environment.id and to_index is null
        where environment.org_id = $1 and environment.name = $2 order by running.name`,
    ],
  },
  {
    name: 'Builds',
    path: (org) => `/cairn/${org}/builds?per_page=15`,
    values: [],
    statements: [
      `select artifact.*, artifact_state.state, flow.name as flow_name, trail.name as trail_name
        from artifact
        join artifact_state on artifact_state.org_id = artifact.org_id
          and artifact_state.artifact_id = artifact.id
        join flow on flow.org_id = artifact.org_id and flow.id = artifact.flow_id
        join trail on trail.org_id = artifact.org_id and trail.id = artifact.trail_id
        where artifact.org_id = $1 order by artifact.created_at desc, artifact.id desc limit 15`,
      'select sum(count) from artifact_tally where org_id = $1',
    ],
  },
  {
    name: 'Events of an environment',
    path: (org) => `/environments/${org}/production/events?per_page=15`,
    values: ['production'],
    statements: [
      `select environment_event.* from environment
        join environment_event on environment_event.org_id = environment.org_id
          and environment_event.environment_id = environment.id
        where environment.org_id = $1 and environment.name = $2
        order by recorded_at desc, environment_event.id desc limit 15`,
      `select sum(count) from environment
        join event_tally on event_tally.org_id = environment.org_id
          and event_tally.environment_id = environment.id
        where environment.org_id = $1 and environment.name = $2`,
    ],
  },
]

/** Compares reads to `node:http` and `pg` with queries for the same rows, each in one run. */
export async function* measureHotReads(
  service: Service,
  { attestations, ...times }: { attestations: number; rounds: number; seconds: number },
): AsyncGenerator<{ name: string; service: Answers; peer: Answers }> {
  cairn(service.dataDir, 'user', 'add', user)
  cairn(service.dataDir, 'org', 'add', org, '--owner', user)
  const authorization = `Bearer ${cairn(service.dataDir, 'key', 'add', user)}`
  await fillForHotReads(sender(service.host, org, { authorization }), attestations)
  const child = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)))
  const settings: BareSettings = {
    connection: await connectionOf(service.dataDir),
    port: await freePort(),
    org,
    reads: hotReads.map(({ statements, values }) => ({ statements, values })),
  }
  child.send(settings)
  await once(child, 'message')
  try {
    for (const [index, { name, path }] of hotReads.entries()) {
      const compared = {
        service: `${service.host}/api/v2${path(org)}`,
        peer: `http://127.0.0.1:${settings.port}/${index}`,
        headers: { authorization },
        status: 200,
        // The database is a child of the service.
        pids: [Number(service.process.pid), Number(child.pid)],
      }
      yield { name, ...(await compareAnswers(compared, times)) }
    }
  } finally {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
}

/** Sends what hot reads answer with. */
export async function fillForHotReads(send: Send, attestations: number): Promise<void> {
  await prepare(send)
  const numbers = Array.from({ length: trails }, (_, trail) => trail)
  await Promise.all(
    numbers.map(async (trail) => {
      await build(send, 'shop', trail)
      for (let number = 0; number < attestations / trails; number += 1)
        await attest(send, 'shop', trail, number % 10)
    }),
  )
  for (const number of numbers) await report(send, number)
}
