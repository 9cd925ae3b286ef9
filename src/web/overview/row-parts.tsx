import { type LinkProps, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { whatClass } from './queue-row.ts'

/** The environment that a row is about, behind its mark. */
export function EnvironmentLink(props: {
  org: string
  env: string
  mark: ReactNode
  /** After its name. */
  children?: ReactNode
}) {
  const { org, env } = props
  return (
    <Link to="/$org/environments/$env" params={{ org, env }} data-row-link className={whatClass}>
      {props.mark}
      <span className="truncate" title={env}>
        {env}
      </span>
      {props.children}
    </Link>
  )
}

/** How many artifacts of an environment a row of the queue is about, as the way to them. */
export function ArtifactCount(props: {
  org: string
  env: string
  count: number
  search?: LinkProps['search']
}) {
  const { org, env, count, search } = props
  return (
    <Link
      {...({ to: '/$org/environments/$env/running', params: { org, env }, search } as LinkProps)}
      className="text-text no-underline hover:underline"
    >
      {count}
      <span className="md:hidden">{count === 1 ? ' artifact' : ' artifacts'}</span>
    </Link>
  )
}

/** Logical environments that stand as their member does. */
export const Also = ({ names }: { names: readonly string[] }) =>
  names.length > 0 && <span className="text-muted"> · also {names.join(', ')}</span>
