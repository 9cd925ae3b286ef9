import * as z from 'zod/mini'
import { fingerprint, maybe, patterns } from './common.ts'

/** Label → link, wire.md 5. */
export const externalUrls = z.record(
  z.string(),
  z.looseObject({ href: z.string(), fingerprint: maybe(fingerprint) }),
)
export type ExternalUrls = z.output<typeof externalUrls>

export const annotations = z.record(z.string().check(z.regex(patterns.annotationKey)), z.string())
