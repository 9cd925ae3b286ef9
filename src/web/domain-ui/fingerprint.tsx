import { Link } from '@tanstack/react-router'
import { visibleText } from '#domain/common/visible-text.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { partsOf } from './registry.ts'

/** A fingerprint: 12 characters, all 64 in the title and on the clipboard. */
export function Fingerprint(props: { value: string; what?: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 font-mono text-code" title={props.value}>
      {props.value.slice(0, 12)}
      <span className="-my-2.5">
        <CopyButton text={props.value} what={props.what ?? 'Fingerprint'} />
      </span>
    </span>
  )
}

/** A commit: 7 characters, the whole in the title. */
export function CommitHash({ sha1 }: { sha1: string | null | undefined }) {
  return (
    <span className="font-mono text-code" title={sha1 ?? ''}>
      {sha1?.slice(0, 7)}
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
        {value.slice(0, 12)}
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
  const name = visibleText(props.name)
  const [registry, own] = partsOf(name)
  if (registry === '') return <>{name}</>
  if (registry === props.registry) return <>{own}</>
  return (
    <>
      {own}
      <span data-spare className="font-normal text-muted">
        {' '}
        in {registry}
      </span>
    </>
  )
}
