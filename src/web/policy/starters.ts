/** What a first policy may ask. */
const schema = '_schema: https://cairn.example/policy/environment/v1'

const provenance = `  provenance:
    required: true
`
const attestation = `  attestations:
    - type: generic
      name: code-review
`

/** Policies to begin with, by the name that an address has for them. */
export const starters = {
  provenance: {
    title: 'Provenance',
    about: 'Nothing runs that no flow has reported: where it comes from is known.',
    name: 'known-origin',
    text: `${schema}\nartifacts:\n${provenance}`,
  },
  attestation: {
    title: 'A named attestation',
    about: 'Everything that runs has passed one check, for instance a code review.',
    name: 'code-reviewed',
    text: `${schema}\nartifacts:\n${attestation}`,
  },
  both: {
    title: 'Both',
    about: 'Where it comes from is known, and it has passed the check.',
    name: 'production',
    text: `${schema}\nartifacts:\n${provenance}${attestation}`,
  },
} as const
export type StarterName = keyof typeof starters

/** What an editor begins with where nothing else is wanted. */
export const emptyPolicy = `${schema}\nartifacts:\n`
