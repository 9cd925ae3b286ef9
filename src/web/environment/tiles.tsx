import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EnvironmentSummary } from '#contract/environment/environment-list.ts'
import { counted } from '#domain/common/counted.ts'
import {
  isPlain,
  type QualifiedVerdict,
  qualifierText,
  verdictText,
  verdictLabel,
} from '#domain/verdict/qualified-verdict.ts'
import { VerdictMark, VerdictPill } from '#web/domain-ui/verdict.tsx'
import { WhyLink } from '#web/domain-ui/why-link.tsx'
import { whyTitle } from '#web/domain-ui/why-title.ts'
import { TimeAgo, TimeSince } from '#web/ui/time.tsx'
import { runningLine } from './running-counts.tsx'
import { EndsSoon } from './exceptions-fact.tsx'
import { causeOf, useQualified } from './verdict-cause.tsx'

/** Environments as tiles of one size, in the order of the list. */
export default function Tiles(props: {
  environments: readonly EnvironmentSummary[]
  strip: (environment: EnvironmentSummary) => ReactNode
}) {
  return (
    <ul
      aria-label="Environments"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] overflow-hidden [&>li]:-mr-px [&>li]:-mb-px"
    >
      {props.environments.map((environment) => (
        <Tile key={environment.name} environment={environment} strip={props.strip(environment)} />
      ))}
    </ul>
  )
}

function Tile(props: { environment: EnvironmentSummary; strip: ReactNode }) {
  const { environment, strip } = props
  const { org, name, type, since, last_reported_at: reportedAt, running, policies } = environment
  const qualified = useQualified(environment, environment)
  const cause = causeOf(environment, qualified.isStale)
  const attached =
    type === 'logical' ? '' : `${counted(policies.length, 'policy', 'policies')} attached`
  return (
    <li className="relative grid content-start gap-2 border-r border-b border-line p-4 text-meta text-muted hover:bg-hover">
      <Line>
        {/* All of the tile presses it. */}
        <Link
          to="/$org/environments/$env"
          params={{ org, env: name }}
          title={environment.description || undefined}
          className="min-w-0 text-body font-medium wrap-anywhere text-text no-underline after:absolute after:inset-0"
        >
          {name}
        </Link>
        <span className="shrink-0">{type}</span>
      </Line>
      <Line>
        <TileVerdict qualified={qualified} />
        <span className="shrink-0">
          <TimeSince at={since} of={qualified.isStale && 'same verdict'} />
        </span>
      </Line>
      <Line>
        <span className="block truncate" title={cause?.full}>
          {qualified.isStale
            ? verdictText(qualified).replace('Stale, ', '')
            : (cause?.text ?? (qualifierText(qualified) || attached))}{' '}
          <EndsSoon at={environment.exceptions_end_at} />
        </span>
        <span className="shrink-0">
          {reportedAt === null ? (
            'never reported'
          ) : (
            <>
              reported <TimeAgo at={reportedAt} suffix />
            </>
          )}
        </span>
      </Line>
      <span className="[&_a]:relative">{strip}</span>
      <Line>
        <span className="text-table text-text">
          {reportedAt === null ? 'Nothing reported' : runningLine(running)}
        </span>
        <span className="relative shrink-0">
          <WhyLink
            of="environment"
            name={whyTitle(name, qualified)}
            page={{ org, env: name }}
            inRow
          />
        </span>
      </Line>
    </li>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <span className="flex min-h-6 min-w-0 items-center justify-between gap-2">{children}</span>
)

/** Trouble as a pill, health as a label; what has to be said beside it stands below. */
function TileVerdict({ qualified }: { qualified: QualifiedVerdict }) {
  if (qualified.verdict !== 'compliant' || qualified.isStale) {
    return (
      <VerdictPill
        {...qualified}
        {...(qualified.isStale && { label: 'Stale' })}
        qualifiers={undefined}
      />
    )
  }
  return (
    <span className="inline-flex items-center gap-1.5 text-table text-text">
      <VerdictMark verdict="compliant" silent isQualified={!isPlain(qualified)} />
      {verdictLabel(qualified)}
    </span>
  )
}
