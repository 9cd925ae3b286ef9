import type { AttestationKind } from '#contract/attestation/types/kind.ts'
import type { repositories, teams } from './company.ts'

/**
 * A period in which one check fails in every trail, from a change that broke it to one that fixed
 * it. `from` and `to` are shares of the flow's trails.
 */
interface Trouble {
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
  /** Private unless said. */
  visibility?: 'public'
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
  troubles?: Trouble[]
  /** Archived at this share of the 90 days, with the last trail before it. */
  archived?: number
  /** Made with a list of names in place of a template. */
  legacy?: true
}

/** A check of a flow, parsed from its notation (`flow.ts`). */
export interface Check {
  name: string
  type: EvidenceKind
  /** Reported before its artifact. */
  isEarly: boolean
  /** Share of the 90 days from which the template has it. */
  since: number
}

/** Checks in the notation of a flow, of the template at a share of the 90 days. */
export function checksAt(notation: string, share: number): Check[] {
  return checksOf(notation).filter((check) => check.since <= share)
}

function checksOf(notation: string): Check[] {
  return notation
    .split(' ')
    .filter(Boolean)
    .map((text) => {
      const [, early, name = '', type, since] = /^(~?)([^:]+):(\w+)(?:@(.+))?$/.exec(text) ?? []
      return {
        name,
        type: type as EvidenceKind,
        isEarly: early === '~',
        since: Number(since ?? 0),
      }
    })
}

/** The shares of the 90 days at which a flow's template changes; the first is 0. */
export function versionsOf(flow: Pick<DemoFlow, 'checks' | 'artifacts'>): number[] {
  const all = [flow.checks, ...Object.values(flow.artifacts)].flatMap(checksOf)
  return [...new Set([0, ...all.map((check) => check.since)])].sort((a, b) => a - b)
}

/** The template file of a flow at a share of the 90 days. */
export function templateAt(flow: Pick<DemoFlow, 'checks' | 'artifacts'>, share: number): string {
  const slots = (notation: string, indent: string) => {
    const each = checksAt(notation, share).map(
      ({ name, type }) => `${indent}  - name: ${name}\n${indent}    type: ${type}\n`,
    )
    return `${indent}attestations:${each.length > 0 ? '\n' : ' []\n'}${each.join('')}`
  }
  const artifacts = Object.entries(flow.artifacts).map(
    ([name, notation]) => `    - name: ${name}\n${slots(notation, ' '.repeat(6))}`,
  )
  return [
    'version: 1\ntrail:\n',
    slots(flow.checks, '  '),
    ...(artifacts.length ? ['  artifacts:\n', ...artifacts] : []),
  ].join('')
}

/** Types of evidence with generated content, except system types and custom ones. */
export type EvidenceKind = Exclude<AttestationKind, `system:${string}` | 'custom'>
