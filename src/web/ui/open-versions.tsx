import { Link } from '@tanstack/react-router'
import { buttonClass } from './button.tsx'
import { Note } from './note.tsx'

/** The versions that are asked for: the shown one, the one beside it, and numbers without one. */
export function openVersions<Version extends { version: number }>(
  versions: readonly Version[],
  asked: { version: number; compare: number | undefined },
) {
  const find = (wanted: number | undefined) => versions.find(({ version }) => version === wanted)
  const shown = find(asked.version)
  const other = find(asked.compare)
  const unknown = [!shown && asked.version, !other && asked.compare].filter(Boolean)
  return { shown, other, unknown: unknown.map(Number) }
}

const withoutVersions = (search: object) => ({ ...search, version: undefined, compare: undefined })

/** Says which versions there are not, and offers the current one. */
export function UnknownVersions(props: {
  /** What has versions: "policy". */
  of: string
  unknown: readonly number[]
}) {
  return props.unknown.map((version) => (
    <Note
      key={version}
      action={
        <Link to="." search={withoutVersions} className={buttonClass({ size: 'small' })}>
          Show the current one
        </Link>
      }
    >
      This {props.of} has no version {version}.
    </Note>
  ))
}
