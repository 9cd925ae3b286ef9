let underWay = 0
let waiting: (() => void)[] = []

/** Notes that the page waits for something, until it ends: what is loaded ahead waits for it, too. */
export async function pageWaitsFor<Result>(work: Promise<Result>): Promise<Result> {
  underWay += 1
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

const isWaiting = () => underWay > 0

/** Resolves when the page waits for nothing, and the browser has nothing else to do. */
export async function whenIdle(): Promise<void> {
  do {
    // oxlint-disable-next-line no-await-in-loop -- meanwhile the page may have begun to wait
    if (isWaiting()) await new Promise<void>((resolve) => waiting.push(resolve))
    // oxlint-disable-next-line no-await-in-loop
    await browserIdle()
  } while (isWaiting())
}

/** Resolves when the browser has nothing else to do, at the latest after a second. */
function browserIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 })
    else setTimeout(resolve, 100)
  })
}
