/**
 * Collects the failures of a check over many cases, each by the name of its case, without stopping
 * at the first.
 */
export async function failuresOf<Case>(
  cases: Iterable<readonly [name: string, one: Case]>,
  check: (one: Case, name: string) => Promise<unknown>,
): Promise<string[]> {
  const failures: string[] = []
  for (const [name, one] of cases) {
    await check(one, name).catch((error: Error & { actual?: unknown }) => {
      const actual = 'actual' in error ? `, got ${JSON.stringify(error.actual)}` : ''
      failures.push(`${name}: ${`${error.message}${actual}`.slice(0, 1_000)}`)
    })
  }
  return failures
}
