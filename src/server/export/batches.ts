/** Rows read at once: enough to be quick, few enough to hold. */
const batchSize = 500

/** Sorts after every id: they are hexadecimal. */
const lastId = 'z'

const page = { page: 1, per_page: batchSize }

/**
 * Reads a list from new to old in batches, each after the last row of the one before, so that no
 * statement runs long and nothing is read twice. Rows newer than `asOf` are left out.
 */
export async function* newToOld<Row extends { created_at: number; id: string }>(
  asOf: number,
  read: (
    before: { created_at: number; id: string },
    page: { page: number; per_page: number },
  ) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let before: { created_at: number; id: string } = { created_at: asOf, id: lastId }
  for (;;) {
    const rows = await read(before, page)
    if (rows.length > 0) yield rows
    before = rows.at(-1) ?? before
    if (rows.length < batchSize) return
  }
}

/** Splits ids into batches. */
export function* inBatches(ids: string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += batchSize) yield ids.slice(at, at + batchSize)
}
