let underWay = 0
let begun = 0
let waiting: (() => void)[] = []

/** So long nothing new may begin, in milliseconds: an answer is drawn a moment after it came. */
const quietMs = 100

/** Notes that the page waits for something, until it ends: what is loaded ahead waits for it, too. */
export async function pageWaitsFor<Result>(work: Promise<Result>): Promise<Result> {
  underWay += 1
  begun += 1
  try {
    return await work
  } finally {
    underWay -= 1
    if (underWay === 0) {
      for (const proceed of waiting) proceed()
      waiting = []
    }
  }
}

/** Notes that the page waits for something. @returns what notes that it is there */
export function holdPage(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  void pageWaitsFor(promise)
  return resolve
}

const isWaiting = () => underWay > 0

/** Resolves when the page waits for nothing, and the browser has nothing else to do. */
export async function whenIdle(): Promise<void> {
  let before
  do {
    // oxlint-disable-next-line no-await-in-loop -- meanwhile the page may have begun to wait
    if (isWaiting()) await new Promise<void>((resolve) => waiting.push(resolve))
    before = begun
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, quietMs))
    // oxlint-disable-next-line no-await-in-loop
    await browserIdle()
  } while (isWaiting() || begun !== before)
}

/** Resolves when the browser has nothing else to do, at the latest after some seconds. */
function browserIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 3_000 })
    else setTimeout(resolve, 100)
  })
}
