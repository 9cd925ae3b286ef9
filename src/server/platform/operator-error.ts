/**
 * An error that only the operator can fix: its message is one sentence with the problem and its
 * remedy.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** Prints why a process ends: a sentence for its operator, or an unexpected error whole. */
export function printFailure(error: unknown): void {
  console.error(error instanceof OperatorError ? error.message : error)
}
