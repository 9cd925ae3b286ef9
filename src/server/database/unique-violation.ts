const uniqueViolation = '23505'

/** Returns whether a statement failed on a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation
}
