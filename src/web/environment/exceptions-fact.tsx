import { Link } from '@tanstack/react-router'
import type { Environment } from '#contract/environment/environment.ts'
import { daySeconds } from '#domain/common/days.ts'
import { inForceStates } from '#domain/override/override-states.ts'
import { exceptionsText } from '#domain/verdict/qualified-verdict.ts'
import { DayStamp, TimeLeft, useNow } from '#web/ui/time.tsx'

/**
 * The exceptions that carry the verdict of an environment, and when the first ends, with the way to
 * them in the register; those of a logical one stand there by its members.
 */
export function ExceptionsFact({ org, environment }: { org: string; environment: Environment }) {
  const { name, type, qualifiers, exceptions_end_at: end } = environment
  const text = exceptionsText(qualifiers)
  if (text === '') return null
  return (
    // One within the other: facts lay their parts out in a row, and this is a sentence.
    <span>
      <span>
        Carried by{' '}
        {type === 'logical' ? (
          <span className="font-medium text-text">{text}</span>
        ) : (
          <Link
            to="/$org/exceptions"
            params={{ org }}
            search={{ environment_name: name, state: [...inForceStates] }}
            className="font-medium text-text hover:underline"
          >
            {text}
          </Link>
        )}
        {end !== null && (
          <>
            ,{' '}
            {qualifiers.overridden + qualifiers.allow_listed === 1 ? 'which' : 'the first of which'}{' '}
            ends <End at={end} />
          </>
        )}
      </span>
    </span>
  )
}

function End({ at }: { at: number }) {
  if (at - useNow() >= daySeconds) return <DayStamp at={at} />
  return (
    <>
      in <TimeLeft until={at} />
    </>
  )
}

/** Of a row whose exceptions end within a day: "ends in 5 h"; nothing for others. */
export function EndsSoon({ at }: { at: number | null }) {
  const now = useNow()
  if (at === null || at <= now || at - now >= daySeconds) return null
  return (
    <span className="whitespace-nowrap text-muted">
      {' '}
      ends in <TimeLeft until={at} />
    </span>
  )
}
