import { Link } from '@tanstack/react-router'

/** The newest snapshot of an environment, by number. */
export function SnapshotLink(props: { org: string; env: string; index: number }) {
  const { org, env, index } = props
  return (
    <span>
      Snapshot{' '}
      <Link
        to="/$org/environments/$env/snapshots/$snapshot"
        params={{ org, env, snapshot: String(index) }}
        className="font-medium text-text hover:underline"
      >
        #{index}
      </Link>
    </span>
  )
}
