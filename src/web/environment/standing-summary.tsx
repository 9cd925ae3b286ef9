import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Overview } from '#contract/overview/overview.ts'
import { counted } from '#domain/common/counted.ts'
import { sumStandings } from '#domain/verdict/standing.ts'
import { TimeSince } from '#web/ui/time.tsx'
import { standingQuery } from './queries.ts'

const maxCauses = 3

type Counts = Overview['environments']

const are = (count: number) => (count === 1 ? 'is' : 'are')

const compliantOf = ({ compliant, by_exception, expired, not_asked }: Counts) =>
  compliant + by_exception + expired + not_asked

/** "1 is unknown; 5 are compliant, 4 of them by exception": those that are no trouble, all told. */
export function restText(counts: Counts): string {
  const well = compliantOf(counts)
  const kinds = [
    [counts.by_exception, 'by exception'],
    [counts.expired, 'on expired evidence'],
    [counts.not_asked, 'not all asked'],
  ] as const
  const carried = kinds
    .filter(([count]) => count > 0)
    .map(([count, label], index) => {
      if (count === well) return `${well === 1 ? '' : 'all '}${label}`
      return `${count}${index === 0 ? ' of them' : ''} ${label}`
    })
  return [
    counts.unknown > 0 && `${counts.unknown} ${are(counts.unknown)} unknown`,
    well > 0 && [`${well} ${are(well)} compliant`, ...carried].join(', '),
  ]
    .filter(Boolean)
    .join('; ')
}

/** How all active environments of the organization stand, before any filter. */
function Lead({ data }: { data: Overview }) {
  const { non_compliant, stale } = data.environments
  const total = sumStandings(data.environments)
  if (total === 0) return null
  return (
    <>
      {non_compliant > 0 ? <b>{non_compliant}</b> : 'None'} of <b>{total}</b>{' '}
      {are(non_compliant || 1)} non-compliant
      {stale > 0 && (
        <>
          , <b>{stale}</b> {are(stale)} stale
        </>
      )}
      .
    </>
  )
}

/** Counts causes. @param isCut whether only some of the non-compliant environments are listed */
export function causesText(count: number, isCut: boolean): string {
  if (isCut) return `At least ${counted(count, 'cause')}`
  return count === 1 ? 'One cause' : `${count} causes`
}

/** Causes of the failing ones, and the rest of the count. */
function Facts({ org, data }: { org: string; data: Overview }) {
  const causes = data.attention.filter(({ type }) => type !== 'logical')
  const shown = causes.slice(0, maxCauses)
  const rest = restText(data.environments)
  return (
    <>
      {shown.length > 0 && (
        <>
          {causesText(causes.length, data.attention.length < data.environments.non_compliant)}:{' '}
          {shown.map(({ environment_name: env, since }, index) => (
            <Fragment key={env}>
              {index > 0 && ', '}
              <Link
                to="/$org/environments/$env"
                params={{ org, env }}
                className="font-medium text-text no-underline hover:underline"
              >
                {env}
              </Link>{' '}
              <TimeSince at={since} />
            </Fragment>
          ))}
          {causes.length > shown.length && ' and more'}.{' '}
        </>
      )}
      {rest && `${rest}.`}
    </>
  )
}

/** The answer of the list of environments: its sentence, or why they stand so. */
export default function StandingSummary(props: { org: string; part: 'lead' | 'facts' }) {
  const { data } = useQuery(standingQuery(props.org))
  if (!data) return <>&nbsp;</>
  return props.part === 'lead' ? <Lead data={data} /> : <Facts org={props.org} data={data} />
}
