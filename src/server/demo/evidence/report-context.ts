import type { Random } from '#server/demo/random.ts'
import type { Check, DemoFlow } from '#server/demo/flow.ts'

/** Origin of a change: its commit, its pull request, its issue. */
export interface SourceChange {
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

/** One report of one check, from which its evidence is generated. */
export interface ReportContext {
  flow: DemoFlow
  check: Check
  /** Name in the template; null for a check of the trail. */
  artifact: string | null
  change: SourceChange
  isFailing: boolean
  /** Unix seconds. */
  at: number
  random: Random
}

/** Payload of a report of one type, and its file. */
export interface Evidence {
  fields: Record<string, unknown>
  file?: { name: string; text: string }
}
