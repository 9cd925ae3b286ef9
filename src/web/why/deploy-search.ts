import * as z from 'zod/mini'

const several = z.optional(z.array(z.string()))
const one = z.optional(z.string())

/** The question in the address, and whose verdict is explained beside it. */
export const deploySearch = z.object({
  fingerprint: several,
  environment: several,
  /** A full expression: everything that ran in it. */
  snapshot: one,
  /** What artifacts to pick from: the start of a fingerprint or commit, or a part of a name. */
  q: one,
  why: one,
  /** The environment that the verdict is asked for. */
  at: one,
})
