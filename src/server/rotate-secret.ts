import {
  type SealedColumn,
  sealedColumns,
  type SealedTexts,
} from './database/system/sealed-texts.ts'
import type { SecretCanary } from './database/system/secret-canary.ts'
import { addressPurpose, signingPurpose } from './notification/target-address.ts'
import type { Secrets } from './platform/secrets.ts'
import { acceptKey, requireSameKey } from './same-key.ts'
import { idTokenOf, refreshTokenOf } from './session/open-session.ts'

/** Purpose that texts of a column are sealed for. */
const purposeOf: Record<SealedColumn, (orgId: string, id: string) => string> = {
  address: addressPurpose,
  signing: signingPurpose,
  formerSigning: signingPurpose,
  idToken: (_orgId, id) => idTokenOf(id),
  refreshToken: (_orgId, id) => refreshTokenOf(id),
}

/**
 * Seals again, under the present secret, all that is stored under it or the one before, in the
 * current transaction.
 * @returns how many texts, and how many open under neither: those stay as they are
 * @throws OperatorError if the database has another key than these two
 */
export async function rotateSecret(
  texts: SealedTexts,
  canary: SecretCanary,
  secrets: Secrets,
): Promise<{ sealed: number; lost: number }> {
  await requireSameKey(canary, secrets)
  const done = { sealed: 0, lost: 0 }
  for (const column of sealedColumns)
    for (const row of await texts.lock(column)) {
      const purpose = purposeOf[column](row.org_id, row.id)
      const text = secrets.reveal(row.sealed, purpose)
      if (text === null) {
        done.lost += 1
        continue
      }
      await texts.replace(column, { ...row, sealed: secrets.seal(text, purpose) })
      done.sealed += 1
    }
  await acceptKey(canary, secrets)
  return done
}
