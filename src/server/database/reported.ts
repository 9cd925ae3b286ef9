import { sql } from 'kysely'

/**
 * What an attestation says itself: lists go by what counts of it, which overrides of all of it turn;
 * verdicts on other things go by this, so that an override reaches only what it is about.
 */
export const reportedVerdict = (table: 'attestation' | 'original' = 'attestation') =>
  sql<boolean>`${sql.ref(`${table}.is_compliant`)} <> ${sql.ref(`${table}.is_flipped`)}`
