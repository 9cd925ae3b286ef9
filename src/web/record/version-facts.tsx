import { TimeAgo } from '#web/ui/time.tsx'

/** Facts of a document in versions: which one is shown of how many, and who set the newest, and when. */
export function VersionFacts(props: {
  /** Number of the version that is shown. */
  shown: number
  /** Number of the newest version. */
  count: number
  /** Undefined while it is not known. */
  newest: { created_by: string; timestamp: number } | undefined
}) {
  const { shown, count, newest } = props
  return (
    <>
      <span>
        Version <span className="font-medium text-text">{shown}</span> of {count}
      </span>
      {newest && (
        <span>
          Changed by {newest.created_by}
          <span className="font-medium text-text">
            <TimeAgo at={newest.timestamp} suffix />
          </span>
        </span>
      )}
    </>
  )
}
