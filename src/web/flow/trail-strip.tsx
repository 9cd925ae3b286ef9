import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { FlowSummary } from '#contract/flow/flow.ts'
import { type TrailState, trailStates } from '#contract/verdict/compliance-status.ts'
import { VerdictMark, verdictOfState, verdicts } from '#web/domain-ui/verdict.tsx'
import { emptyCell } from '#web/ui/empty.tsx'

/** The newest trails of a flow, newest right: failing once, or always? The row's arrow keys go through it. */
export function TrailStrip(props: { org: string; flow: FlowSummary }) {
  const router = useRouter()
  const { org, flow } = props
  const trails = flow.recent_trails
  if (trails.length === 0) return emptyCell

  const locationOf = (trail: string) =>
    router.buildLocation({
      to: '/$org/flows/$flow/trails/$trail',
      params: { org, flow: flow.name, trail },
    })
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
    if (!isPlain) return
    event.preventDefault()
    void router.navigate({ href: event.currentTarget.getAttribute('href') ?? '' })
  }
  return (
    <span
      role="group"
      aria-label={`Last ${trails.length} trails of ${flow.name}: ${countsOf(flow)}`}
      className="-ml-1.5 flex h-6 items-center max-md:pointer-events-none"
    >
      {trails.map(({ name, state }) => (
        <a
          key={name}
          href={locationOf(name).href}
          aria-label={`${name}, ${verdicts[verdictOfState[state]].label}`}
          title={`${name}, ${verdicts[verdictOfState[state]].label}`}
          onClick={open}
          className="grid h-6 w-[13px] place-items-center rounded-[3px] hover:bg-hover focus-visible:-outline-offset-1 max-md:w-[15px]"
        >
          <StripMark state={state} />
        </a>
      ))}
    </span>
  )
}

/** What the shapes in a strip mean. */
export function StripLegend() {
  return (
    <p className="flex flex-wrap gap-x-3 text-meta text-muted">
      {trailStates.map((state) => (
        <span key={state} className="inline-flex items-center gap-1.5">
          <StripMark state={state} />
          {verdicts[verdictOfState[state]].label}
        </span>
      ))}
    </p>
  )
}

/** Compliant shrinks to a dot, so that the other shapes stand out. */
function StripMark(props: { state: TrailState }) {
  if (props.state === 'COMPLIANT') {
    return (
      <svg viewBox="0 0 12 12" width="12" height="12" className="text-compliant" aria-hidden="true">
        <circle cx="6" cy="6" r="2.7" fill="currentColor" />
      </svg>
    )
  }
  return <VerdictMark verdict={verdictOfState[props.state]} size={12} silent />
}

function countsOf(flow: FlowSummary): string {
  return trailStates
    .map((state) => {
      const count = flow.recent_trails.filter((trail) => trail.state === state).length
      return count > 0 && `${count} ${verdicts[verdictOfState[state]].label.toLowerCase()}`
    })
    .filter(Boolean)
    .join(', ')
}
