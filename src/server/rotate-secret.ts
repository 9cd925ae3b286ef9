import {
  type EncryptedColumn,
  encryptedColumns,
  type EncryptedTexts,
} from './database/system/encrypted-texts.ts'
import type { SecretCanary } from './database/system/secret-canary.ts'
import { addressPurpose, signingPurpose } from './notification/target-address.ts'
import type { Secrets } from './platform/secrets.ts'
import { acceptKey, requireSameKey } from './same-key.ts'
import { idTokenOf, refreshTokenOf } from './session/open-session.ts'

/** Purpose that texts of a column are encrypted for. */
const purposeOf: Record<EncryptedColumn, (orgId: string, id: string) => string> = {
  address: addressPurpose,
  signing: signingPurpose,
  formerSigning: signingPurpose,
  idToken: (_orgId, id) => idTokenOf(id),
  refreshToken: (_orgId, id) => refreshTokenOf(id),
}

/**
 * Encrypts again, under the present secret, all that is stored under it or the one before, in the
 * current transaction.
 * @returns how many texts, and how many open under neither: those stay as they are
 * @throws OperatorError if the database has another key than these two
 */
export async function rotateSecret(
  texts: EncryptedTexts,
  canary: SecretCanary,
  secrets: Secrets,
): Promise<{ rotated: number; lost: number }> {
  await requireSameKey(canary, secrets)
  const done = { rotated: 0, lost: 0 }
  for (const column of encryptedColumns)
    for (const row of await texts.lock(column)) {
      const purpose = purposeOf[column](row.org_id, row.id)
      const text = secrets.decrypt(row.encrypted, purpose)
      if (text === null) {
        done.lost += 1
        continue
      }
      await texts.replace(column, { ...row, encrypted: secrets.encrypt(text, purpose) })
      done.rotated += 1
    }
  await acceptKey(canary, secrets)
  return done
}
