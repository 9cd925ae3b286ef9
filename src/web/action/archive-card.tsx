import { ArchiveFrame, ArchiveQuestion } from './archive-frame.tsx'
import { type Resource, labelFor } from './noun.ts'
import { useChange } from './use-change.ts'

/** Puts a flow, an environment or a control away, after asking. */
export function ArchiveCard(props: {
  noun: Resource
  org: string
  name: string
  refusal: string | null
}) {
  const { noun, org, name, refusal } = props
  return (
    <ArchiveFrame
      one={noun.one}
      answer={`The ${noun.one} leaves the lists ${noun.words.leaves}. It stays readable, and can be made active again.`}
      refusal={refusal}
      call={noun.archiveCall(org, name)}
      renderQuestion={(close) => (
        <ArchiveDialog noun={noun} org={org} names={[name]} onClose={close} />
      )}
    />
  )
}

/** Asks once more, then archives them one after the other. */
export function ArchiveDialog(props: {
  noun: Resource
  org: string
  names: readonly string[]
  onClose: () => void
  onDone?: () => void
}) {
  const { noun, org, names, onClose } = props
  const { run, ...state } = useChange(org, noun.kinds.archived)
  const what = labelFor(noun, names)
  const archive = async () => {
    const isDone = await run(async () => {
      for (const name of names) await noun.archive(org, name)
    }, `Archived ${what}`)
    if (!isDone) return
    onClose()
    props.onDone?.()
  }
  return (
    <ArchiveQuestion what={what} {...state} onClose={onClose} onArchive={archive}>
      {names.length > 1 && <p className="wrap-anywhere">{names.join(', ')}</p>}
      <p>{noun.words.refusal(names.length === 1)} Everything recorded stays readable.</p>
    </ArchiveQuestion>
  )
}
