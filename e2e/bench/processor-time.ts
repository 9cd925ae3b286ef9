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
  const processes = allProcesses()
  const isOf = (pid: number): boolean =>
    pids.includes(pid) || (processes.has(pid) && isOf(processes.get(pid)?.parent ?? 0))
  let sum = 0
  for (const [pid, { time }] of processes) if (isOf(pid)) sum += time
  return sum
}

/**
 * A clock of the milliseconds of processor time of a process and its descendants, exact enough for
 * single requests. Those that ended keep the time that was last read.
 */
export function exactClock(pid: number): () => number {
  const times = new Map<number, number>()
  return () => {
    for (const one of withDescendants(pid)) {
      times.set(one, Math.max(times.get(one) ?? 0, timeOfThreads(one)))
    }
    return [...times.values()].reduce((sum, time) => sum + time, 0)
  }
}

function withDescendants(pid: number): number[] {
  const children = readIfThere(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => withDescendants(Number(child)))]
}

function timeOfThreads(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => readIfThere(`/proc/${pid}/task/${thread}/schedstat`))
      .reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0)
  } catch {
    // It has ended meanwhile.
    return 0
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
