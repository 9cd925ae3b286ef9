import { type LinkProps, Link } from '@tanstack/react-router'

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
