import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** No policy yet: what one is for, and three to begin with. */
export function FirstPolicy(props: { org: string }) {
  return (
    <Card
      title="First run"
      answer="A policy says what everything that runs in an environment must have. Until one is attached, verdicts there are unknown."
    >
      <ul className="grid gap-4 px-4 pt-3 pb-4 lg:grid-cols-3">
        {Object.entries(starters).map(([key, { title, about, text }]) => (
          <li key={key} className="flex min-w-0 flex-col gap-2 text-table">
            <h3 className="font-medium">{title}</h3>
            <p className="text-muted">{about}</p>
            <pre className="rounded-base border border-line bg-surface px-3 py-2 font-mono text-code wrap-anywhere whitespace-pre-wrap">
              {text}
            </pre>
            <span className="mt-auto">
              <Link
                to="/$org/policies/~new"
                params={{ org: props.org }}
                search={{ starter: key as StarterName }}
                className={buttonClass()}
                aria-label={`Start with this: ${title.toLowerCase()}`}
              >
                Start with this
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Parts of a first policy. */
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
    about: 'Only what a flow has reported may run: its origin is known.',
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
    about: 'Its origin is known, and it has passed the check.',
    name: 'production',
    text: `${schema}\nartifacts:\n${provenance}${attestation}`,
  },
} as const
export type StarterName = keyof typeof starters

/** Initial text of an editor where nothing else is wanted. */
export const emptyPolicy = `${schema}\nartifacts:\n`
