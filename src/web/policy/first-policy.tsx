import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { type StarterName, starters } from './starters.ts'

/** No policy yet: what one is for, and three to begin with. */
export function FirstPolicy(props: { org: string }) {
  return (
    <Card
      title="First run"
      answer="A policy says what everything that runs in an environment must have. Until one is attached, verdicts there are unknown."
    >
      <ul className="grid gap-4 px-4 pt-3 pb-4 lg:grid-cols-3">
        {Object.entries(starters).map(([key, { title, about, text }]) => (
          <li key={key} className="grid min-w-0 content-start gap-2 text-table">
            <h3 className="font-medium">{title}</h3>
            <p className="text-muted">{about}</p>
            <pre className="rounded-base border border-line bg-surface px-3 py-2 font-mono text-code wrap-anywhere whitespace-pre-wrap">
              {text}
            </pre>
            <span>
              <Link
                to="/$org/policies/~new"
                params={{ org: props.org }}
                search={{ starter: key as StarterName }}
                className={buttonClass()}
                aria-label={`Start with ${title.toLowerCase()}`}
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
