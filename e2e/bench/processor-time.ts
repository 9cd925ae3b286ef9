import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of one clock tick of Linux. */
const tick = 10

interface Process {
  parent: number
  /** Milliseconds, those of its ended children included. */
  time: number
}

function allProcesses(): Map<number, Process> {
  const found = new Map<number, Process>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The command before may hold spaces and brackets.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
      found.set(Number(name), { parent: Number(fields[1]), time: ticks * tick })
    } catch {
      // It has ended meanwhile.
    }
  }
  return found
}

/**
 * Milliseconds of processor time that some processes and their descendants have used so far. Unlike
 * the clock, it hardly depends on what else the machine does.
 */
export function processorTime(pids: readonly number[]): number {
  let sum = 0
  for (const { time } of withDescendants(pids).values()) sum += time
  return sum
}

function withDescendants(pids: readonly number[]): Map<number, Process> {
  const processes = allProcesses()
  const isOf = (pid: number): boolean =>
    pids.includes(pid) || (processes.has(pid) && isOf(processes.get(pid)?.parent ?? 0))
  return new Map([...processes].filter(([pid]) => isOf(pid)))
}

/**
 * A clock of the milliseconds of processor time of a process and its present descendants, exact
 * enough for single requests. It does not know of processes that begin later.
 */
export function exactClock(pid: number): () => number {
  const folders = [...withDescendants([pid]).keys()].map((each) => `/proc/${each}/task`)
  return () => folders.reduce((sum, folder) => sum + timeOfThreads(folder), 0)
}

function timeOfThreads(folder: string): number {
  try {
    return readdirSync(folder)
      .map((thread) => readFileSync(`${folder}/${thread}/schedstat`, 'utf8'))
      .reduce((sum, text) => sum + Number.parseInt(text, 10) / 1e6, 0)
  } catch {
    // It has ended meanwhile.
    return 0
  }
}
