import type { repositories, teams } from './company.ts'

/**
 * A period in which one check fails in every trail, from a change that broke it to one that fixed
 * it. `from` and `to` are shares of the flow's trails.
 */
export interface Trouble {
  check: string
  artifact?: string
  from: number
  to: number
  /** Message of the commit that ends it. */
  mend: string
}

/** A flow of the demo company, with a character of its own. */
export interface DemoFlow {
  name: string
  description: string
  visibility: 'public' | 'private'
  team: keyof typeof teams
  repository: keyof typeof repositories
  tier: '1' | '2' | '3'
  /** Trails in 90 days. */
  trails: number
  /** Artifact versions: their first minor number. */
  version: string
  /**
   * Checks of the trail, then of each artifact: `name:type`, `~` before one that is reported before
   * its artifact, `@0.3` behind one that the template has from that share of the 90 days on.
   */
  checks: string
  artifacts: Record<string, string>
  /** File name of an artifact; `{}` stands for its version. */
  file: string
  /** Test suites, by check. */
  suites: Record<string, string[]>
  /** Share of trails in which a check fails by chance, often to pass when it is run again. */
  flaky: number
  /** Share of trails that end before everything is reported. */
  unfinished: number
  troubles: Trouble[]
  /** Archived at this share of the 90 days, with the last trail before it. */
  archived?: number
  /** Made with a list of names in place of a template. */
  legacy?: true
}
