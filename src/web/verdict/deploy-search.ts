import * as z from 'zod/mini'

const several = z.optional(z.array(z.string()))
const one = z.optional(z.string())

/** The question in the address, and whose verdict is explained beside it. */
export const deploySearch = z.object({
  fingerprint: several,
  environment: several,
  /** A full expression: everything that ran in it. */
  snapshot: one,
  /** Text to pick artifacts by: the start of a fingerprint or commit, or a part of a name. */
  q: one,
  why: one,
  /** The environment that the verdict is asked for. */
  at: one,
})

const whole = /^[a-f0-9]{64}$/

/** The question as the service takes it; null while something is missing. */
export function questionOf(search: {
  fingerprint?: string[]
  environment?: string[]
  snapshot?: string
}) {
  const fingerprint = search.fingerprint?.filter((text) => whole.test(text)) ?? []
  const { environment = [], snapshot } = search
  if (environment.length === 0 || (fingerprint.length === 0 && !snapshot)) return null
  return { fingerprint, environment, ...(snapshot && { snapshot }) }
}

/** Substitute for a fingerprint in the address: the start of one, a commit, a name. */
export const unresolvedIn = (search: { fingerprint?: string[] }) =>
  search.fingerprint?.find((text) => !whole.test(text))
