import type { QueryOf, ResponseOf } from '#contract/common/endpoint.ts'
import { type listExceptions, maxCounted } from '#contract/exception/exception.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { countExceptions, type ExceptionPosition, listPositions } from './page-queries.ts'
import { readRegister } from './read-register.ts'

/** Reads a page of the register: a later one costs what the first one costs. */
export async function readPage(
  org: OrgDatabase,
  { page_after, per_page, ...filters }: QueryOf<typeof listExceptions>,
  now: number,
): Promise<ResponseOf<typeof listExceptions>> {
  // One more than are shown tells whether a page follows.
  const found = await listPositions(org, filters, now, {
    after: page_after == null ? null : positionIn(page_after),
    limit: per_page + 1,
  })
  const shown = found.slice(0, per_page)
  const last = found.length > per_page ? shown.at(-1) : undefined
  const counted = await countExceptions(org, filters, now)
  return {
    data: await readRegister(
      org,
      shown.map(({ id }) => id),
      now,
    ),
    pagination: {
      total: Math.min(counted, maxCounted),
      is_total_exceeded: counted > maxCounted,
      per_page,
      next: last ? cursorOf(last) : null,
    },
  }
}

/** A position as the `page_after` of the page that follows. */
const cursorOf = ({ waits, place, expires_at, created_at, id }: ExceptionPosition): string =>
  [Number(waits), place, expires_at ?? 'none', created_at, id].join('_')

/** The position that a cursor says; its form was checked when it was read. */
function positionIn(cursor: string): ExceptionPosition {
  const [waits, place, expiresAt, createdAt, ...id] = cursor.split('_')
  return {
    waits: waits === '1',
    place: Number(place),
    expires_at: expiresAt === 'none' ? null : Number(expiresAt),
    created_at: Number(createdAt),
    id: id.join('_'),
  }
}
