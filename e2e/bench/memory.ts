import { readFileSync } from 'node:fs'

/** Bytes that a process has in memory now, those of its descendants apart. */
export function residentBytes(pid: number): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Bytes that a process has in memory before some work, and at most during it. */
export async function whileWatched(
  pid: number,
  work: () => Promise<void>,
): Promise<{ before: number; most: number }> {
  const before = residentBytes(pid)
  let most = before
  const look = () => (most = Math.max(most, residentBytes(pid)))
  const watch = setInterval(look, 50)
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  return { before, most: look() }
}
