import { ArchiveFrame, ArchiveQuestion } from '../action/archive-frame.tsx'
import { useChange } from '../action/use-change.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'

/** Puts a custom attestation type away, after asking. */
export function ArchiveCard(props: { org: string; type: string; refusal: string | null }) {
  const { org, type, refusal } = props
  const input = { params: { org, type_name: type } }
  const { run, ...state } = useChange(org, 'custom_type_archived')
  return (
    <ArchiveFrame
      one="type"
      answer="Evidence of the type is refused from then on. What was reported stays, and a new version makes it active again."
      refusal={refusal}
      call={curl('archiveCustomType', input)}
      renderQuestion={(close) => (
        <ArchiveQuestion
          what={type}
          {...state}
          onClose={close}
          onArchive={async () => {
            if (await run(() => call('archiveCustomType', input), `Archived ${type}`)) close()
          }}
        >
          <p>Pipelines that report evidence of it will fail. Everything recorded stays readable.</p>
        </ArchiveQuestion>
      )}
    />
  )
}
