import type { Random } from '../random.ts'
import type { Check } from '../checks.ts'
import type { DemoFlow } from '../flow.ts'

/** Where a change came from: its commit, its pull request, its issue. */
export interface Change {
  sha: string
  title: string
  branch: string
  author: { name: string; username: string }
  approvers: string[]
  /** Number of the pull request, and of the issue with its prefix. */
  number: number
  issue: string
  /** Unix seconds of the commit. */
  at: number
}

/** One report of one check: what its evidence is made from. */
export interface Occasion {
  flow: DemoFlow
  check: Check
  /** Name in the template; null for a check of the trail. */
  artifact: string | null
  change: Change
  isFailing: boolean
  /** Unix seconds. */
  at: number
  random: Random
}

/** What a report of one type says, and the file beside it. */
export interface Evidence {
  fields: Record<string, unknown>
  file?: { name: string; text: string }
}
