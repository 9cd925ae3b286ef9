import { patterns } from '#contract/common/fields.ts'

const instant = String.raw`[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]`
const ago = String.raw`[0-9]{1,15}\.(hour|day|week|month)s?\.ago`
const suffix = String.raw`#-?[0-9]{1,15}|~[0-9]{1,15}|@\{(${instant}|${ago})\}`
const side = '(~?[0-9]{1,15}|NOW)?'
const rangeEnd = { pattern: '^(NOW|[0-9]{1,15}((hour|day|week|month)s?)?)$' }
const fullExpression = { pattern: String.raw`^[^#~@\u0000]+(${suffix})?$` }

const expression = { pattern: `^(-?[0-9]{1,15}|${suffix})$` }

/** Patterns of parameters that handlers parse by a grammar of their own, by name. */
const rules: Record<string, { pattern: string }> = {
  base: fullExpression,
  end: rangeEnd,
  head: fullExpression,
  interval: { pattern: String.raw`^${side}(\.\.${side})?$` },
  snappish1: fullExpression,
  snappish2: fullExpression,
  snapshot: expression,
  'canDeploy.snapshot': fullExpression,
  snapshot_expression: expression,
  start: rangeEnd,
}

/** Returns the pattern of a parameter; some of the same name differ between operations. */
export const parameterRules = (operation: string, name: string) =>
  rules[`${operation}.${name}`] ?? rules[name]

/** Patterns of path parameters that handlers look up by prefix, by name. */
export const pathRules: Record<string, { pattern: string }> = {
  fingerprint: { pattern: '^[a-f0-9]{5,64}$' },
  git_commit: { pattern: patterns.anyCommit.source },
}
