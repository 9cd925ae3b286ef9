import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The way to a snapshot of an environment. */
export function SnapshotLink(props: {
  org: string
  environment: string
  index: number
  /** In place of the words inside, where there are none. */
  label?: string
  className?: string
  children: ReactNode
}) {
  const { org, environment: env, index } = props
  return (
    <Link
      to="/$org/environments/$env/snapshots/$snapshot"
      params={{ org, env, snapshot: String(index) }}
      title={props.label ?? `Snapshot ${index} of ${env}`}
      aria-label={props.label}
      className={props.className}
    >
      {props.children}
    </Link>
  )
}
