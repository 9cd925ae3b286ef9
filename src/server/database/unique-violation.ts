const uniqueViolation = '23505'

/** Whether a statement failed because what it writes must be unique and is not. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation
}
