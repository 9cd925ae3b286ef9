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
