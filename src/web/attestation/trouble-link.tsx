import { Link } from '@tanstack/react-router'

/**
 * Trouble beside a verdict: opens the evidence that says so, where there is some. It takes the
 * room that is left on the line, so that a page that becomes narrow keeps its height.
 */
export function TroubleLink(props: { words: string | null; attestationId: string | null }) {
  const { words, attestationId } = props
  const roomClass = 'min-w-0 flex-1 truncate max-md:flex-none'
  if (words === null) return null
  if (!attestationId) {
    return (
      <span title={words} className={`${roomClass} text-muted`}>
        {words}
      </span>
    )
  }
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, attestation_id: attestationId })}
      resetScroll={false}
      title={words}
      className={`${roomClass} text-text underline decoration-line-strong underline-offset-3 hover:decoration-current max-md:-my-2.5 max-md:py-2.5`}
    >
      {words}
    </Link>
  )
}
