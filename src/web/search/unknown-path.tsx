import NearestNames from './nearest-names.tsx'
import { decoded } from './decoded.ts'

/** That nothing is at an address, and what it may have meant (product.md 3.26). */
export default function UnknownPath(props: { path: string }) {
  return (
    <>
      <p className="max-w-[72ch] wrap-anywhere text-muted">
        Nothing is at <code className="font-mono text-code">{decoded(props.path)}</code>.
      </p>
      <NearestNames path={props.path} />
    </>
  )
}
