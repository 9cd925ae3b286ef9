import { Link } from '@tanstack/react-router'
import { Breakable } from '#web/ui/breakable.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { partsOf } from './registry.ts'

/** The first characters of a hash; on paper, where nothing can be pressed, all of them. */
const Abbreviated = ({ value, length }: { value: string; length: number }) => (
  <span data-whole={value}>
    <span>{value.slice(0, length)}</span>
  </span>
)

/** A fingerprint: 12 characters, all 64 in the title and on the clipboard. */
export function Fingerprint(props: { value: string; what?: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 font-mono text-code" title={props.value}>
      <Abbreviated value={props.value} length={12} />
      <span className="-my-2.5">
        <CopyButton text={props.value} what={props.what ?? 'Fingerprint'} />
      </span>
    </span>
  )
}

/** The whole of a fingerprint, as it stands below a row on paper. */
export const printedFingerprint = (value: string | null | undefined) =>
  value ? `sha256 ${value}` : null

/** The whole of a commit, as it stands below a row on paper. */
export const printedCommit = (sha1: string | null | undefined) => (sha1 ? `commit ${sha1}` : null)

/** A commit: 7 characters, the whole in the title. */
export function CommitHash({ sha1 }: { sha1: string | null | undefined }) {
  return (
    <span className="font-mono text-code" title={sha1 ?? ''}>
      <Abbreviated value={sha1 ?? ''} length={7} />
    </span>
  )
}

/** A fingerprint that leads to its artifact's page, with all 64 characters on the clipboard. */
export function FingerprintLink(props: {
  org: string
  /** Its page in a flow; without one that across all flows. */
  flow?: string
  value: string
}) {
  const { org, flow, value } = props
  const page =
    flow === undefined
      ? ({ to: '/$org/artifacts/$fingerprint', params: { org, fingerprint: value } } as const)
      : ({
          to: '/$org/flows/$flow/artifacts/$fingerprint',
          params: { org, flow, fingerprint: value },
        } as const)
  return (
    <span className="inline-flex items-center gap-0.5 font-mono text-code" title={value}>
      <Link
        {...page}
        aria-label={`Artifact ${value.slice(0, 12)}`}
        className="py-1 text-inherit hover:underline max-md:-my-3 max-md:py-3"
      >
        <Abbreviated value={value} length={12} />
      </Link>
      <span className="-my-2.5">
        <CopyButton text={value} what="Fingerprint" />
      </span>
    </span>
  )
}

/**
 * Name of an artifact; of an image first what tells it from others, then where it is kept, unless that
 * is where the `registry` of the list is.
 */
export function ImageName(props: { name: string; registry?: string | null }) {
  const name = props.name
  const [registry, own] = partsOf(name)
  if (registry === '') return <>{name}</>
  if (registry === props.registry) return <>{own}</>
  return (
    <>
      {own}
      <span data-spare className="font-normal text-muted">
        {' '}
        in <Breakable name={registry} />
      </span>
    </>
  )
}
