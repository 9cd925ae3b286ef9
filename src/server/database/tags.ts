import { type RawBuilder, sql } from 'kysely'

/** Lets through what has a tag: its key, or `key:value`. A key has no colon (wire.md 4). */
export function matchesTag(
  column: 'control.tags' | 'environment.tags' | 'flow.tags' | 'repo.tags',
  asked: string,
): RawBuilder<boolean> {
  const [key = '', ...value] = asked.split(':')
  return value.length === 0
    ? sql`jsonb_exists(${sql.ref(column)}, ${key})`
    : sql`${sql.ref(column)} ->> ${key} = ${value.join(':')}`
}
