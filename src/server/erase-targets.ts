import type { EncryptedTexts } from './database/system/encrypted-texts.ts'
import { decryptAddress, encryptAddress } from './notification/target-address.ts'
import type { Secrets } from './platform/secrets.ts'

/**
 * Returns how e-mail addresses of a person are taken out of the targets of notifications, in the
 * current transaction. It returns the targets that have no address left.
 */
export function targetEraser(secrets: Secrets) {
  return async (texts: EncryptedTexts, emails: readonly string[]) => {
    const erased = new Set(emails.map((email) => email.toLowerCase()))
    const emptied: { org_id: string; id: string }[] = []
    for (const { org_id, id, encrypted } of await texts.lock('address')) {
      const address = decryptAddress(secrets, org_id, { id, address: encrypted })
      if (!address || !('email' in address)) continue
      const left = address.email.filter((email) => !erased.has(email.toLowerCase()))
      if (left.length === address.email.length) continue
      await texts.replace('address', {
        ...{ org_id, id },
        encrypted: encryptAddress(secrets, org_id, id, { email: left }),
      })
      if (left.length === 0) emptied.push({ org_id, id })
    }
    return emptied
  }
}
