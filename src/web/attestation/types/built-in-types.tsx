import { Link } from '@tanstack/react-router'
import { type BuiltInType, builtInTypes } from '#contract/attestation/types/kind.ts'
import { KindLabel, lookOf } from '#web/domain-ui/kind-label.tsx'
import { Card } from '#web/ui/card.tsx'

/** How the service evaluates evidence of a type. */
const rules: Record<BuiltInType, string> = {
  generic: 'Compliant unless its report says otherwise',
  junit: 'Compliant if it has results and no test failed or ended in an error',
  snyk: 'Compliant if it counts no vulnerability of high, medium or low severity',
  pull_request: 'Compliant if the commit has a pull request',
  jira: 'Compliant if it names issues and all of them exist',
  sonar: 'Compliant if the quality gate is OK',
  decision: 'As decided for its control',
  sbom: 'Always compliant: only its presence counts',
}

/** The types that come with the service: how each is evaluated, and the evidence of it. */
export function BuiltInTypes(props: { org: string }) {
  return (
    <Card title="Built in" remark={`${builtInTypes.length} types, evaluated by the service`}>
      <ul>
        {builtInTypes.map((type) => (
          <li
            key={type}
            className="flex flex-wrap items-center gap-x-4 border-t border-line px-4 py-2 text-table"
          >
            <span className="w-32 font-medium">
              <KindLabel type={type} />
            </span>
            <span className="min-w-0 flex-1 text-muted max-md:order-last max-md:basis-full">
              {rules[type]}
            </span>
            <Link
              to="/$org/attestations"
              params={{ org: props.org }}
              search={{ attestation_type: [type] }}
              aria-label={`Evidence of ${lookOf(type).label}`}
              className="ml-auto inline-flex items-center text-accent no-underline hover:underline max-md:min-h-11"
            >
              Evidence
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
