import type { KeySummary } from '#contract/api-key/api-key.ts'
import { TimeAgo } from '#web/ui/time.tsx'
import { timeOfDay } from '#web/ui/time-text.ts'

/**
 * When a key was last used, as far as the page knows: what was used since is not known.
 * @param asOf Unix seconds at which the service was asked
 */
export function LastUse(props: { of: KeySummary; asOf: number }) {
  const { last_used_at, last_address, prefix } = props.of
  return (
    <>
      {prefix !== null && (
        <>
          It begins with <code className="font-mono text-code">{prefix}</code>.{' '}
        </>
      )}
      {last_used_at === null ? (
        `It was not used up to ${timeOfDay(props.asOf)}.`
      ) : (
        <>
          It was last used <TimeAgo at={last_used_at} suffix />
          {last_address && ` from ${last_address}`}.
        </>
      )}
    </>
  )
}
