import type { AttestationKind } from '#contract/attestation/types/kind.ts'
import type { DemoFlow } from './flow.ts'

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
  const slots = (notation: string, indent: string) =>
    checksAt(notation, share).map(
      ({ name, type }) => `${indent}- name: ${name}\n${indent}  type: ${type}\n`,
    )
  const artifacts = Object.entries(flow.artifacts).map(
    ([name, notation]) =>
      `    - name: ${name}\n      attestations:\n${slots(notation, ' '.repeat(8)).join('')}`,
  )
  return [
    'version: 1\ntrail:\n  attestations:\n',
    ...slots(flow.checks, '    '),
    ...(artifacts.length ? ['  artifacts:\n', ...artifacts] : []),
  ].join('')
}

/** Types of evidence with generated content, except system types and custom ones. */
export type EvidenceKind = Exclude<AttestationKind, `system:${string}` | 'custom'>
