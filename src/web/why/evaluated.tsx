import { TimeStamp } from '../ui/time.tsx'

/** When a verdict was worked out, and of which snapshot. */
export function Evaluated(props: { at: number; snapshot: number | null }) {
  return (
    <p className="text-meta text-muted">
      Evaluated <TimeStamp at={props.at} form="stamp" />
      {props.snapshot !== null && `. Snapshot #${props.snapshot}`}.
    </p>
  )
}
