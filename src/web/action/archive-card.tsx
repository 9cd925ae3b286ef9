import { useState } from 'react'
import { FormError } from '../form/form-error.tsx'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { type Noun, wordsFor } from './noun.ts'
import { useChange } from './use-change.ts'

/** Puts a flow, an environment or a control away, after asking. */
export function ArchiveCard(props: {
  noun: Noun
  org: string
  name: string
  refusal: string | null
}) {
  const { noun, org, name, refusal } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <Card
      title="Archive"
      answer={`The ${noun.one} leaves the lists ${noun.words.leaves}. It stays readable, and can be made active again.`}
    >
      <div className="grid gap-3 px-4 pt-3 pb-4">
        <div className="flex flex-wrap items-center gap-3">
          <Button disabled={refusal !== null} onClick={() => setAsking(true)}>
            Archive this {noun.one}
          </Button>
          <span className="text-meta text-muted">{refusal}</span>
        </div>
        <div className="text-table">
          <Disclosure label="As API call">
            <CallBox call={noun.archiveCall(org, name)} />
          </Disclosure>
        </div>
      </div>
      {isAsking && (
        <ArchiveDialog noun={noun} org={org} names={[name]} onClose={() => setAsking(false)} />
      )}
    </Card>
  )
}

/** Asks once more, then archives them one after the other. */
export function ArchiveDialog(props: {
  noun: Noun
  org: string
  names: readonly string[]
  onClose: () => void
  onDone?: () => void
}) {
  const { noun, org, names, onClose } = props
  const { isBusy, failure, run } = useChange(org, noun.kinds.archived)
  const what = wordsFor(noun, names)
  const archive = async () => {
    const isDone = await run(async () => {
      for (const name of names) await noun.archive(org, name)
    }, `Archived ${what}`)
    if (!isDone) return
    onClose()
    props.onDone?.()
  }
  return (
    <Dialog title={`Archive ${what}?`} onClose={onClose}>
      <div className="grid gap-4 px-4 pb-4 text-table">
        {names.length > 1 && <p className="wrap-anywhere">{names.join(', ')}</p>}
        <p>{noun.words.refusal(names.length === 1)} Everything recorded stays readable.</p>
        <FormError message={failure ?? undefined} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={isBusy} onClick={() => void archive()}>
            {isBusy ? 'Archiving' : 'Archive'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
