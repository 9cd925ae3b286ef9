/** Kinds of records that a search can be narrowed to, in the order that they are listed. */
export const searchKinds = [
  'flow',
  'trail',
  'environment',
  'artifact',
  'policy',
  'control',
  'person',
  'tag',
  'type',
  'reason',
  /** Commits and fingerprints. */
  'commit',
] as const
export type SearchKind = (typeof searchKinds)[number]

/** Verdicts that flows, trails, environments and artifacts can be narrowed to. */
export const searchVerdicts = ['COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE', 'UNKNOWN'] as const
export type SearchVerdict = (typeof searchVerdicts)[number]
