import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { FlowSummary } from '#contract/flow/flow.ts'
import { trailStates } from '#contract/verdict/compliance-status.ts'
import { counted } from '#domain/common/counted.ts'
import { qualifiersOfListed } from '#domain/verdict/qualifiers.ts'
import { isPlain, type QualifiedVerdict, verdictText } from '#domain/verdict/qualified-verdict.ts'
import { QuietMark } from '#web/domain-ui/quiet-mark.tsx'
import { verdictOfState, verdicts } from '#web/domain-ui/verdict.tsx'
import { emptyCell } from '#web/ui/empty.tsx'

type RecentTrail = FlowSummary['recent_trails'][number]

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
    const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
    if (!isPlainClick) return
    event.preventDefault()
    void router.navigate({ href: event.currentTarget.getAttribute('href') ?? '' })
  }
  return (
    <span
      role="group"
      aria-label={`Last ${counted(trails.length, 'trail')} of ${flow.name}: ${countsOf(trails)}`}
      data-strip
      className="-ml-1.5 flex h-6 items-center max-md:pointer-events-none"
    >
      {trails.map((trail) => (
        <a
          key={trail.name}
          href={locationOf(trail.name).href}
          aria-label={`${trail.name}, ${verdictText(verdictOfTrail(trail))}`}
          title={`${trail.name}, ${verdictText(verdictOfTrail(trail))}`}
          onClick={open}
          className="grid h-6 w-[.8125rem] place-items-center rounded-[3px] hover:bg-hover focus-visible:-outline-offset-1 max-md:w-[.9375rem]"
        >
          <QuietMark
            verdict={verdictOfState[trail.state]}
            isQualified={!isPlain(verdictOfTrail(trail))}
          />
        </a>
      ))}
    </span>
  )
}

/** Legend of the shapes in a strip; without room for strips their column is hidden, and it with them. */
export function StripLegend() {
  return (
    <p className="hidden flex-wrap gap-x-3 [main:has([data-strip])_&]:flex border-t border-line px-4 py-2 text-meta text-muted">
      {trailStates.map((state) => (
        <span key={state} className="inline-flex items-center gap-1.5">
          <QuietMark verdict={verdictOfState[state]} />
          {verdicts[verdictOfState[state]].label}
        </span>
      ))}
      <span className="inline-flex items-center gap-1.5">
        <QuietMark verdict="compliant" isQualified />
        By override, expired evidence, or nothing expected
      </span>
    </p>
  )
}

const verdictOfTrail = (trail: RecentTrail): QualifiedVerdict => ({
  verdict: verdictOfState[trail.state],
  qualifiers: qualifiersOfListed(trail),
})

/** "12 compliant, 2 of them by override, 1 on expired evidence, 7 non-compliant, 3 incomplete". */
export function countsOf(trails: readonly RecentTrail[]): string {
  return trailStates
    .map((state) => {
      const some = trails.filter((trail) => trail.state === state)
      const carried = [
        [some.filter(({ override_count }) => override_count > 0), 'by override'],
        [some.filter(({ expired }) => expired.length > 0), 'on expired evidence'],
        [some.filter(({ nothing_expected }) => nothing_expected), 'with nothing expected'],
      ] as const
      const [first, ...others] = carried.flatMap(([{ length }, by]) =>
        length > 0 ? [[length, by] as const] : [],
      )
      return (
        some.length > 0 &&
        [
          `${some.length} ${verdicts[verdictOfState[state]].label.toLowerCase()}`,
          ...(first ? [`${first[0]} of them ${first[1]}`] : []),
          ...others.map((one) => one.join(' ')),
        ].join(', ')
      )
    })
    .filter(Boolean)
    .join(', ')
}
