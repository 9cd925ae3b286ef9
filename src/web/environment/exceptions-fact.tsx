import { Link } from '@tanstack/react-router'
import type { Environment } from '#contract/environment/environment.ts'
import { counted } from '#domain/common/counted.ts'

/** How many exceptions carry the verdict of an environment, with the way to them in the register. */
export function ExceptionsFact({ org, environment }: { org: string; environment: Environment }) {
  const { name, type, qualifiers } = environment
  if (!qualifiers || type === 'logical') return null
  const count = qualifiers.overridden + qualifiers.allow_listed + qualifiers.exempt
  if (count === 0) return null
  return (
    <span>
      Carried by
      <Link
        to="/$org/exceptions"
        params={{ org }}
        search={{ environment_name: name, state: ['active', 'expiring'] }}
        className="font-medium text-text hover:underline"
      >
        {counted(count, 'exception')}
      </Link>
    </span>
  )
}
