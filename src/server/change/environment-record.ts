import type { ChangeKind } from '#contract/change.ts'
import type { Environment } from '#contract/environment.ts'
import { requireFresh } from '../entity-tag.ts'
import { environmentItem, settingsOf } from '../environment/item.ts'
import { lockEnvironment } from '../environment/queries.ts'
import { readStanding } from '../environment/standing-queries.ts'
import { findSettings } from '../organization/queries.ts'
import { requireActiveEnvironment } from './environment-path.ts'
import { leaveRecord } from './leave-record.ts'
import type { Place } from './path.ts'
import type { Write } from './write.ts'

/** An environment as GET answers it. */
export async function environmentRecord({ org, orgName }: Place, id: string): Promise<Environment> {
  const [row, { settings: silent }] = await Promise.all([
    readStanding(org, id),
    findSettings(org, 'reporting'),
  ])
  return environmentItem(orgName, row, silent)
}

/**
 * Refuses to change an environment whose settings the caller read in another state; what was
 * reported since does not matter. @throws Problem 412
 */
export function requireFreshEnvironment(write: Write, environment: { id: string } | undefined) {
  const current = async () => (environment ? environmentRecord(write, environment.id) : null)
  return requireFresh(write, current, settingsOf)
}

/**
 * An environment that is about to be changed, locked, and as the caller read it.
 * @throws Problem 404 when unknown or archived, 412 when it changed since
 */
export async function lockActiveEnvironment(write: Write, name: string) {
  const environment = await lockEnvironment(write.org, name)
  requireActiveEnvironment(write, name, environment)
  await requireFreshEnvironment(write, environment)
  return environment
}

/** Keeps what was accepted about an environment. */
export function recordEnvironment(
  write: Write,
  kind: ChangeKind,
  environment_name: string,
  body: object,
  before?: object,
): Promise<void> {
  return leaveRecord(write, { kind, subject: { environment_name }, body, before })
}
