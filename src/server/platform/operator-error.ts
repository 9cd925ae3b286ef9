/** What only the operator can mend: its message is one sentence that says what is wrong and what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** Prints why a process ends: a sentence for its operator, or all of an error that nobody foresaw. */
export function printFailure(error: unknown): void {
  console.error(error instanceof OperatorError ? error.message : error)
}
