/**
 * Runs an action on each item in turn: one that fails does not stop the others.
 * @throws the first error, after all were tried
 */
export async function forEachIsolated<T>(
  all: readonly T[],
  todo: (one: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const one of all) await todo(one).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
