import { Link } from '@tanstack/react-router'

/**
 * Trouble beside a verdict: opens the evidence that says so, where there is some. It takes the
 * room that is left on the line, so that a page that becomes narrow keeps its height.
 */
export function TroubleLink(props: { text: string | null; attestationId: string | null }) {
  const { text, attestationId } = props
  const roomClass = 'min-w-0 flex-1 truncate max-md:flex-none'
  if (text === null) return null
  if (!attestationId) {
    return (
      <span title={text} className={`${roomClass} text-muted`}>
        {text}
      </span>
    )
  }
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, attestation_id: attestationId })}
      resetScroll={false}
      title={text}
      className={`${roomClass} text-text underline decoration-line-strong underline-offset-3 hover:decoration-current max-md:-my-2.5 max-md:py-2.5`}
    >
      {text}
    </Link>
  )
}
