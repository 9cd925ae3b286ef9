import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The way to a snapshot of an environment. */
export function SnapshotLink(props: {
  org: string
  environment: string
  index: number
  className?: string
  children: ReactNode
}) {
  const { org, environment: env, index } = props
  return (
    <Link
      to={'/$org/environments/$env/snapshots/$snapshot' as '/$org'}
      params={{ org, env, snapshot: String(index) } as { org: string }}
      title={`Snapshot ${index} of ${env}`}
      className={props.className}
    >
      {props.children}
    </Link>
  )
}
