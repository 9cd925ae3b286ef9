import { CopyButton } from './copy-button.tsx'

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
