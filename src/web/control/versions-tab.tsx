import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ControlVersion } from '#contract/control.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'
import { VersionsCard } from '../ui/versions-card.tsx'
import { textOf } from './edit.ts'

const ChangesTable = lazy(() => import('../ui/changes-table.tsx'))

const sideOf = (version: ControlVersion) => ({
  name: `version ${version.version}`,
  text: textOf(version),
})

/** The versions of a control: one as it was, or two line by line. */
export default function VersionsTab(props: {
  versions: readonly ControlVersion[]
  version: number | undefined
  compare: number | undefined
}) {
  const { versions } = props
  const newest = versions[0]
  const find = (wanted: number | undefined) => versions.find((one) => one.version === wanted)
  const shown = find(props.version ?? newest?.version)
  const other = find(props.compare)
  const unknown = [!shown && props.version, !other && props.compare].filter(Boolean)
  if (!newest) return null
  return (
    <>
      {unknown.map((one) => (
        <Note
          key={String(one)}
          action={
            <Link to="." search={{}} className={buttonClass({ size: 'small' })}>
              Show the current one
            </Link>
          }
        >
          This control has no version {one}.
        </Note>
      ))}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        {shown && other ? (
          <Comparison one={shown} other={other} />
        ) : (
          shown && (
            <Card title={`Version ${shown.version}`} remark={shown.event}>
              <pre className="overflow-x-auto border-t border-line px-4 py-3 font-mono text-code wrap-anywhere whitespace-pre-wrap">
                {textOf(shown)}
              </pre>
            </Card>
          )
        )}
        <VersionsCard
          versions={versions.map(({ version, event, created_by, timestamp }) => ({
            version,
            created_by,
            created_at: timestamp,
            comment: event,
          }))}
          newest={newest.version}
          shown={shown?.version ?? newest.version}
          compared={other?.version}
        />
      </div>
    </>
  )
}

function Comparison(props: { one: ControlVersion; other: ControlVersion }) {
  const { one, other } = props
  const [before, after] = one.version < other.version ? [one, other] : [other, one]
  return (
    <Card
      title={`From version ${before.version} to version ${after.version}`}
      remark={after.event}
      actions={
        <Link
          to="."
          search={(search: object) => ({ ...search, compare: undefined })}
          className={buttonClass({ kind: 'quiet', size: 'small' })}
        >
          Close comparison
        </Link>
      }
    >
      <Suspense fallback={<div className="h-40 border-t border-line" />}>
        <ChangesTable before={sideOf(before)} after={sideOf(after)} />
      </Suspense>
    </Card>
  )
}
