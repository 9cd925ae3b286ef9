/**
 * Returns a function that makes a value when it is first needed, once for all who ask meanwhile. A
 * failure is theirs alone: the next call tries again.
 */
export function madeOnce<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = null
      throw error
    }))
}

/**
 * Loads a part of Cairn that is only needed by some.
 * @param use what Cairn does with it
 * @throws Error that names the use and the code: paths of files tell readers of messages nothing
 */
export async function loadPart<Part>(use: string, load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new Error(`Cairn could not load what it ${use} with${code ? ` (${code})` : ''}`, {
      cause,
    })
  }
}
