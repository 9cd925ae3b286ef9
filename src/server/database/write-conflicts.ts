const uniqueViolation = '23505'

/**
 * Runs a change of a name.
 * @returns false when another record has the name: the statement failed on a unique constraint
 */
export async function unlessTaken(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return false
    throw error
  }
}

/** How often a transaction is tried. */
const maxAttempts = 4

/** SQLSTATE `deadlock_detected`. */
const deadlock = '40P01'

/**
 * Runs a transaction again that PostgreSQL has ended to resolve a deadlock: it changed nothing, and
 * the one that it waited for goes on. The last attempt fails as it fails.
 */
export async function retryDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === deadlock)) throw error
    }
  }
  return transaction()
}
