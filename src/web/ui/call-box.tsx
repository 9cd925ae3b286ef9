import { CopyButton } from './copy-button.tsx'

/** A command line to copy; the button never covers the text. */
export function CallBox(props: { call: string; what?: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start rounded-base border border-line bg-surface">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- can scroll, so must be reachable
        tabIndex={0}
        className="overflow-x-auto px-3 py-2 font-mono text-code wrap-anywhere whitespace-pre-wrap"
      >
        {props.call}
      </pre>
      <span className="m-1.5">
        <CopyButton text={props.call} what={props.what ?? 'Call'} />
      </span>
    </div>
  )
}
