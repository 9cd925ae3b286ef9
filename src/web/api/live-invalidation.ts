import type { QueryClient } from '@tanstack/react-query'
import { createAtom, useSelector } from '@tanstack/react-store'
import type { AuditEvent } from '#contract/audit-log/audit-kind.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { outdated } from './outdated-answers.ts'

/** Whether what was asked for includes a thing: nothing said is all, a list is any of it. */
const includes = (filter: unknown, one: unknown) =>
  filter === undefined ||
  (Array.isArray(filter) ? filter.length === 0 || filter.includes(one) : filter === one)

/** Whether what a query key stands for tells of an organization; what names none tells of all. */
export const tellsOf = ([, params]: readonly unknown[], org: string): boolean =>
  ((params as { org?: string } | undefined)?.org ?? org) === org

/** Whether a change concerns what a query key `[endpoint, params, query]` stands for. */
export function isInvalidatedBy(key: readonly unknown[], org: string, change: AuditEvent): boolean {
  type Fields = Record<string, unknown> | undefined
  const [name, params, query] = key as [EndpointName, Fields, Fields]
  const outdating: readonly string[] = outdated[change.kind] ?? []
  // Every change is in the audit log.
  const isOld = name.endsWith('AuditLog') || outdating.includes(name)
  if (!isOld || !tellsOf(key, org)) return false
  // Some lists are asked for a flow in their query, others stand in it by their path.
  const filters: Fields = { ...query, ...params }
  return Object.entries(change.subject).every(
    ([field, value]) => value === undefined || includes(filters[field], value),
  )
}

/** Asks anew for what an own change has outdated, without waiting for the service to tell. */
export async function invalidateFor(
  queryClient: QueryClient,
  org: string,
  change: Omit<AuditEvent, 'seq'>,
): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isInvalidatedBy(queryKey, org, { seq: 0, ...change }),
  })
}

const made = createAtom(0)

/** Notes that a question was answered with a change, and what it outdated was read anew. */
export const noteOwnChange = (): void => made.set((count) => count + 1)

/**
 * Number of changes that the reader made at the press of a button, or took back: rows that these
 * added or removed are expected, and wait for nothing.
 */
export const useOwnChanges = (): number => useSelector(made)
