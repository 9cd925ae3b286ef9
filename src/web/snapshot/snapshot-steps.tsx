import { Link, useNavigate } from '@tanstack/react-router'
import { type LucideIcon, ChevronLeft, ChevronRight } from 'lucide-react'
import type { SnapshotPage } from '#contract/snapshot/snapshot-page.ts'
import { daySeconds } from '#domain/common/days.ts'
import { causeLabel, whoText } from '#web/domain-ui/cause-labels.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { durationOf } from '#web/ui/time-text.ts'
import { TimeStamp } from '#web/ui/time.tsx'
import { countsText } from './labels.ts'

/** The snapshots before and after one; [ and ] go there. */
export function SnapshotSteps(props: {
  org: string
  env: string
  snapshot: SnapshotPage
  onOpen: (index: number) => void
}) {
  const { org, env, snapshot, onOpen } = props
  const { index, newest_index } = snapshot
  const previous = index > 1 ? index - 1 : null
  const next = index < newest_index ? index + 1 : null
  const flips = snapshot.verdict_runs.slice(1).map(({ first_index }) => first_index)
  const flipBefore = flips.findLast((at) => at < index)
  const flipAfter = flips.find((at) => at > index)
  const navigate = useNavigate()
  const comparison = {
    to: '/$org/environments/$env/diff',
    params: { org, env },
    search: { base: String(index - 1), head: String(index) },
  } as const
  useShortcuts([
    ...(previous === null
      ? []
      : [
          { key: '[', label: 'Previous snapshot', run: () => onOpen(previous) },
          {
            key: 'd',
            label: 'Compare with the previous snapshot',
            run: () => void navigate(comparison),
          },
        ]),
    ...(next === null ? [] : [{ key: ']', label: 'Next snapshot', run: () => onOpen(next) }]),
    ...(flipBefore === undefined
      ? []
      : [{ key: '{', label: 'Previous flip', run: () => onOpen(flipBefore) }]),
    ...(flipAfter === undefined
      ? []
      : [{ key: '}', label: 'Next flip', run: () => onOpen(flipAfter) }]),
  ])
  if (previous === null && next === null) return null
  const linkTo = (to: number | null, label: string, key: string, icon: LucideIcon) =>
    to !== null && (
      <Link
        to="/$org/environments/$env/snapshots/$snapshot"
        params={{ org, env, snapshot: String(to) }}
        search={(search: object) => ({ ...search, at: undefined })}
        aria-label={`${label} snapshot #${to}`}
        title={`#${to}, ${key}`}
        className={`${buttonClass()} max-md:flex-1`}
      >
        {icon === ChevronLeft && <Icon of={icon} small />}
        {label}
        {icon === ChevronRight && <Icon of={icon} small />}
      </Link>
    )
  return (
    <nav aria-label="Neighbours" className="flex min-w-0 gap-2 max-md:flex-1">
      {linkTo(previous, 'Previous', '[', ChevronLeft)}
      {linkTo(next, 'Next', ']', ChevronRight)}
      {previous !== null && (
        <Link
          {...comparison}
          aria-label="Compare with previous"
          title={`What changed since #${previous}, d`}
          className={`${buttonClass()} max-md:flex-1 ${next === null ? '' : 'max-md:hidden'}`}
        >
          Compare
        </Link>
      )}
    </nav>
  )
}

/** Which moment was asked for, with the way to the other snapshots of its day. */
export function SearchedMoment(props: { org: string; env: string; at: number }) {
  const { at, ...params } = props
  const day = Math.floor(at / daySeconds) * daySeconds
  return (
    <p className="mb-3 text-table">
      In force at <TimeStamp at={at} form="stamp" />.{' '}
      <Link
        to="/$org/environments/$env/snapshots"
        params={params}
        search={{ from_timestamp: day, to_timestamp: day + daySeconds - 1 }}
        className="text-accent hover:underline max-md:-my-3 max-md:inline-block max-md:py-3"
      >
        All snapshots of that day
      </Link>
    </p>
  )
}

/** Facts of a snapshot: its number, when it was in force, what it counts, who reported. */
export function SnapshotFacts(props: { snapshot: SnapshotPage }) {
  const { snapshot } = props
  const { from, to, duration, type, reported_by, cause } = snapshot
  return (
    <>
      <span>{type}</span>
      <span>
        {/* A text of its own: between the parts of a fact there is more room than a blank. */}
        <span>
          {to === null ? (
            <>
              <TimeStamp at={from} form="stamp" /> to now
            </>
          ) : (
            <>
              <TimeStamp at={from} form="moment" /> to <TimeStamp at={to} form="stamp" />
            </>
          )}
          , for <span className="font-medium text-text">{durationOf(duration)}</span>
        </span>
      </span>
      <span>{countsText(snapshot)}</span>
      <span>
        {causeLabel(cause)}, {whoText(cause, reported_by)}
      </span>
    </>
  )
}
