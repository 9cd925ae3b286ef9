/**
 * Does something with one after the other: one that fails does not hold up the others.
 * @throws what the first of those that failed threw, when all were tried
 */
export async function forEachIsolated<T>(
  all: readonly T[],
  todo: (one: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const one of all) await todo(one).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
