import { EncryptedTexts } from './database/system/encrypted-texts.ts'
import type { OperatorWrite } from './database/system/operator.ts'
import { dropWaiting, updateTarget } from './notification/queries.ts'
import { decryptAddress, encryptAddress } from './notification/target-address.ts'
import type { Secrets } from './platform/secrets.ts'

/**
 * Returns how e-mail addresses of a person are taken out of the targets of notifications, in the
 * current transaction. Targets that have none left are disabled, and what waits for them is given up.
 */
export function targetEraser(secrets: Secrets) {
  return async (write: OperatorWrite, emails: readonly string[]): Promise<void> => {
    const texts = new EncryptedTexts(write.database)
    const erased = new Set(emails.map((email) => email.toLowerCase()))
    for (const { org_id, id, encrypted } of await texts.lock('address')) {
      const address = decryptAddress(secrets, org_id, { id, address: encrypted })
      if (!address || !('email' in address)) continue
      const left = address.email.filter((email) => !erased.has(email.toLowerCase()))
      if (left.length === address.email.length) continue
      await texts.replace('address', {
        ...{ org_id, id },
        encrypted: encryptAddress(secrets, org_id, id, { email: left }),
      })
      if (left.length > 0) continue
      const { org, at } = write.in(org_id)
      await updateTarget(org, id, { disabled_at: at })
      await dropWaiting(org, [id])
    }
  }
}
