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
