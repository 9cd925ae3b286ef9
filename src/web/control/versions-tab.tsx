import type { ControlVersion } from '#contract/control/control.ts'
import {
  openVersions,
  UnknownVersions,
  VersionComparison,
  VersionsCard,
} from '#web/record/versions.tsx'
import { Card } from '#web/ui/card.tsx'
import { textOf } from './edit.ts'

/** The versions of a control: one as it was, or two line by line. */
export default function VersionsTab(props: {
  versions: readonly ControlVersion[]
  version: number | undefined
  compare: number | undefined
}) {
  const { versions } = props
  const newest = versions[0]
  if (!newest) return null
  const { version = newest.version, compare } = props
  const { shown, other, unknown } = openVersions(versions, { version, compare })
  return (
    <>
      <UnknownVersions of="control" unknown={unknown} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        {shown && other ? (
          <VersionComparison
            one={shown}
            other={other}
            textOf={textOf}
            answerOf={(_before, { event }) => event}
          />
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
