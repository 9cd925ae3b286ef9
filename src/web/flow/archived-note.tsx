import { ArchivedNote as Note } from '../action/archived-note.tsx'
import { call } from '../api/call.ts'

/** Says on every page of an archived flow that it can only be read, and how to change that. */
export function ArchivedNote(props: { org: string; flow: string; archivedAt: number | null }) {
  const { org, flow, archivedAt } = props
  return (
    <Note
      org={org}
      name={flow}
      one="flow"
      kind="flow_unarchived"
      needs="member"
      archivedAt={archivedAt}
      activate={() => call('putFlow', { params: { org }, body: { name: flow } })}
    />
  )
}
