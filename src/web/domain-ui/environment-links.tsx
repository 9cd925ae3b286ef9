import { Link } from '@tanstack/react-router'

/** The first of some environments, each the way to its page, and how many more there are. */
export function EnvironmentLinks(props: {
  org: string
  names: readonly string[]
  /** How many are named. */
  max: number
  /** Look of a link. */
  className: string
}) {
  const { org, names, max } = props
  const more = names.length - max
  return (
    <>
      {names.slice(0, max).map((env, index) => (
        <span key={env}>
          {index > 0 && ', '}
          <Link
            to="/$org/environments/$env"
            params={{ org, env }}
            className={`wrap-anywhere hover:underline ${props.className}`}
          >
            {env}
          </Link>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}
