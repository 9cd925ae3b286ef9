import type { SecretCanary } from './database/system/secret-canary.ts'
import { decryptAddress } from './notification/target-address.ts'
import { OperatorError } from './platform/failure.ts'
import type { Secrets } from './platform/secrets.ts'

const [text, purpose] = ['canary', 'secret_canary']

/**
 * Requires this process to have the key that encrypts the secrets of the database. The first
 * process decides which key that is.
 * @throws OperatorError if it is another key
 */
export async function requireSameKey(canary: SecretCanary, secrets: Secrets): Promise<void> {
  const found = await canary.find()
  const isSame = found
    ? secrets.decrypt(found, purpose) === text
    : await storeFirst(canary, secrets)
  if (isSame) return
  throw new OperatorError(
    'The secrets in this database are stored under another key: set CAIRN_SECRET to the one that the ' +
      'other processes have, or had before, or bring back the file secret.key of the data folder; where it ' +
      'was changed on purpose, set CAIRN_SECRET_PREVIOUS to the former one. If ' +
      'that key is lost, cairn secret accept takes the present one, and addresses and secrets of ' +
      'notifications have to be entered again.',
  )
}

/** Makes the key of this process the one of the database, whatever secrets it cannot open. */
export function acceptKey(canary: SecretCanary, secrets: Secrets): Promise<void> {
  return canary.replace(secrets.encrypt(text, purpose))
}

async function storeFirst(canary: SecretCanary, secrets: Secrets): Promise<boolean> {
  const known = await canary.newestAddress()
  if (known && decryptAddress(secrets, known.org_id, known) === null) return false
  return (
    secrets.decrypt(await canary.insertIfAbsent(secrets.encrypt(text, purpose)), purpose) === text
  )
}
