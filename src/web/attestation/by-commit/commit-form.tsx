import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { counted } from '#domain/common/counted.ts'
import { commitsQuery } from '#web/attestation/queries.ts'
import { TextArea } from '#web/form/field.tsx'
import { Button } from '#web/ui/button.tsx'
import { hashesIn, maxCommits, commitOf } from './commit-rows.ts'

/** Takes pasted hashes; short ones become full ones before anything else is asked. */
export function CommitForm(props: {
  org: string
  commits: readonly string[]
  /** Something narrows the evidence already, which no commit was given for. */
  isNarrowed: boolean
  onCommits: (commits: string[]) => void
}) {
  const { org, commits, isNarrowed } = props
  const queryClient = useQueryClient()
  const [text, setText] = useState(commits.join('\n'))
  const [isTold, setTold] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { hashes, words } = hashesIn(text)
  const isMissing = hashes.length === 0 && (isTold || (isNarrowed && commits.length === 0))
  const error = isMissing
    ? 'Add a commit: flow, name and type only narrow what commits have.'
    : hashes.length > maxCommits
      ? `${hashes.length} commits: at most ${maxCommits} fit in one search.`
      : null
  async function find() {
    setTold(true)
    if (hashes.length === 0 || hashes.length > maxCommits) return
    setBusy(true)
    const found = await queryClient.fetchQuery(commitsQuery(org, hashes)).catch(() => null)
    setBusy(false)
    const full = found?.commits.map(({ asked, matches }) => commitOf(asked, matches) ?? asked)
    props.onCommits([...new Set(full ?? hashes)])
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void find()
  }
  return (
    <form onSubmit={submit} className="mb-4 grid max-w-[72ch] gap-2">
      <TextArea
        label="Commits"
        isCode
        rows={Math.min(6, Math.max(2, commits.length))}
        value={text}
        spellCheck={false}
        autoComplete="off"
        error={error}
        hint={
          words.length > 0
            ? `Left aside, since they are no hashes: ${words.slice(0, 5).join(', ')}${words.length > 5 ? ' …' : ''}`
            : `Up to ${maxCommits} hashes, full or their first 5 characters or more, with anything between them.`
        }
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={isBusy}>
          Find evidence
        </Button>
        {hashes.length > 0 && (
          <span className="text-meta text-muted">{counted(hashes.length, 'commit')}</span>
        )}
      </div>
    </form>
  )
}
