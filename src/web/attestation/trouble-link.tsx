import { Link } from '@tanstack/react-router'

/** What is wrong, beside a verdict: opens the evidence that says so, where there is some. */
export function TroubleLink(props: { words: string | null; attestationId: string | null }) {
  const { words, attestationId } = props
  if (!attestationId) return <span className="text-muted">{words}</span>
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, attestation_id: attestationId })}
      resetScroll={false}
      className="text-text underline decoration-line-strong underline-offset-3 hover:decoration-current max-md:-my-2.5 max-md:py-2.5"
    >
      {words}
    </Link>
  )
}
