import type { ReactNode } from 'react'

/** A line of the queue of what needs attention: what it is, why, since when, and where to go on. */
export interface QueueRow {
  id: string
  /** Unix seconds, by which the queue is ordered; in the future for what is to end. */
  since: number
  what: ReactNode
  cause: ReactNode
  /** In the place of the time that has passed since then. */
  when?: ReactNode
  artifacts?: ReactNode
  next: ReactNode
  /** Environments that the row stands for and that can be put off, its own first. */
  snoozes?: readonly string[]
}

/**
 * Environments with the logical ones around them that stand so by them: those have no row of their
 * own where the member has one.
 */
export function withContainers<One extends { environment_name: string; member: string | null }>(
  environments: readonly One[],
): { one: One; also: string[] }[] {
  const names = new Set(environments.map(({ environment_name }) => environment_name))
  return environments
    .filter(({ member }) => member === null || !names.has(member))
    .map((one) => ({
      one,
      also: environments
        .filter(({ member }) => member === one.environment_name)
        .map(({ environment_name }) => environment_name),
    }))
}

/** Look of the link that a row begins with. */
export const whatClass =
  'inline-flex max-w-full items-center gap-1.5 font-medium text-text no-underline hover:underline'

/** Look of the link to the next step. */
export const nextClass = 'truncate text-accent no-underline hover:underline'

/** The name of an artifact without registry and folders. */
export const shortName = (name: string) => name.replace(/^.*\//, '')
