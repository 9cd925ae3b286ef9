import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { counted } from '#domain/common/counted.ts'
import { commitsQuery } from '#web/attestation/queries.ts'
import { TextArea } from '#web/form/field.tsx'
import { Button } from '#web/ui/button.tsx'
import { hashesIn, maxCommits, commitOf } from './commit-rows.ts'

const examples = `8b0ef5a56f809910cb42df4f3633b6c8e40fc783
429ca15
https://git.example.com/ledger/commit/e3372a8`

/** Takes pasted hashes; short ones become full ones before anything else is asked. */
export function CommitForm(props: {
  org: string
  commits: readonly string[]
  text: string
  onText: (text: string) => void
  /** Something narrows the evidence already, which no commit was given for. */
  isNarrowed: boolean
  onCommits: (commits: string[]) => void
}) {
  const { org, commits, isNarrowed, text } = props
  const queryClient = useQueryClient()
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { hashes, words } = hashesIn(text)
  const isMissing = hashes.length === 0 && (isTried || (isNarrowed && commits.length === 0))
  const error = isMissing
    ? 'Add a commit: flow, name and type only narrow what commits have.'
    : hashes.length > maxCommits
      ? `${hashes.length} commits: at most ${maxCommits} fit in one search.`
      : null
  async function find() {
    setTried(true)
    if (hashes.length === 0 || hashes.length > maxCommits) return
    setBusy(true)
    const found = await queryClient.fetchQuery(commitsQuery(org, hashes)).catch(() => null)
    setBusy(false)
    const full = found?.commits.map(
      ({ asked: entered, matches }) => commitOf(entered, matches) ?? entered,
    )
    props.onCommits([...new Set(full ?? hashes)])
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void find()
  }
  return (
    <form
      onSubmit={submit}
      className="mb-4 grid gap-x-4 gap-y-2 rounded-card border border-line p-4 items-start md:grid-cols-[minmax(0,1fr)_auto]"
    >
      <TextArea
        label="Commits"
        isCode
        rows={commits.length > 0 ? 2 : 4}
        placeholder={examples}
        value={text}
        spellCheck={false}
        autoComplete="off"
        error={error}
        hint={
          words.length > 0 ? (
            `Left aside, since they are no hashes: ${words.slice(0, 5).join(', ')}${words.length > 5 ? ' …' : ''}`
          ) : (
            <>
              Full or short hashes from 5 characters, or addresses of commits, up to {maxCommits}.
              The output of <code className="font-mono">git log --format=%H</code> is fine.
            </>
          )
        }
        onChange={(event) => props.onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-3 md:mt-[1.625rem]">
        {hashes.length > 0 && (
          <span className="text-meta text-muted">{counted(hashes.length, 'commit')}</span>
        )}
        <Button type="submit" kind="primary" disabled={isBusy} className="max-md:w-full">
          Find evidence
        </Button>
      </div>
    </form>
  )
}
