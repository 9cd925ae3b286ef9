import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { SnapshotPage } from '#contract/snapshot/snapshot-page.ts'
import { verdictOfRunning, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { isForReader, evaluatedNowQuery } from './queries.ts'

/** The policies that evaluated a snapshot, in the versions of then. */
export function EvaluatedBy(props: { org: string; policies: SnapshotPage['policies'] }) {
  const { org, policies } = props
  return (
    <p className="mb-3 text-table text-muted">
      {policies.length === 0 ? 'No policy evaluated it' : 'Evaluated by '}
      {policies.map(({ name, version }, at) => (
        <Fragment key={`${name} ${version}`}>
          {at > 0 && ', '}
          <Link
            to="/$org/policies/$policy"
            params={{ org, policy: name }}
            search={{ version }}
            className="text-text underline"
          >
            {name}
          </Link>{' '}
          version {version}
        </Fragment>
      ))}
      .
    </p>
  )
}

/**
 * The verdict that what ran then would have now, where it is another one than was recorded; of a
 * large snapshot the way to ask for it.
 */
export function EvaluatedNow(props: { org: string; env: string; snapshot: SnapshotPage }) {
  const { org, env, snapshot } = props
  const { data } = useQuery(evaluatedNowQuery(org, env, snapshot))
  if (isForReader(snapshot)) {
    return (
      <p className="mb-3 text-table">
        <AnewLink {...props}>Evaluate it by the policies and evidence of now</AnewLink>
      </p>
    )
  }
  if (!data || data.environments[0]?.problem !== null || data.compliant === snapshot.state) {
    return null
  }
  return (
    <p className="mb-3 text-table">
      By the policies and evidence of now it would be{' '}
      <VerdictLabel verdict={verdictOfRunning(data.compliant)} qualifiers={data.qualifiers} />,
      evaluated at <TimeStamp at={data.evaluated_at} form="moment" /> UTC;{' '}
      <VerdictLabel verdict={verdictOfRunning(snapshot.state)} qualifiers={snapshot.qualifiers} />{' '}
      was recorded at <TimeStamp at={snapshot.from} form="moment" /> UTC.{' '}
      <AnewLink {...props}>Each artifact</AnewLink>
    </p>
  )
}

/** Leads to where each artifact of a snapshot is evaluated as of now. */
function AnewLink(props: {
  org: string
  env: string
  snapshot: Pick<SnapshotPage, 'index'>
  children: string
}) {
  const { org, env, snapshot } = props
  return (
    <Link
      to="/$org/can-i-deploy"
      params={{ org }}
      search={{ snapshot: `${env}#${snapshot.index}`, environment: [env] }}
      className="text-accent hover:underline"
    >
      {props.children}
    </Link>
  )
}
