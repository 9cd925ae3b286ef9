import { type RawBuilder, sql } from 'kysely'

/** A person who is being erased. */
export interface ErasedPerson {
  name: string
  emails: readonly string[]
  pseudonym: string
  /** How texts of an organization lose them; of null, texts of none. */
  eraseIn: (orgId: string | null) => (text: string, field: string) => string
}

/** Condition that a text has the name or an address of a person in it, whatever it means there. */
export const mentions = (
  text: RawBuilder<unknown>,
  { name, emails }: Pick<ErasedPerson, 'name' | 'emails'>,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    [
      sql`strpos(${text}, ${name}) > 0`,
      ...emails.map((email) => sql`strpos(lower(${text}), ${email.toLowerCase()}) > 0`),
    ],
    sql` or `,
  )})`
