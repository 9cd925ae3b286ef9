import { generic } from './generic.ts'
import { junit } from './junit.ts'

/** Every attestation type that can be reported: the path segment is the key. */
export const attestationTypes = { generic, junit } as const
export type AttestationKind = keyof typeof attestationTypes
