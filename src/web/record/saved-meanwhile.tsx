import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import ChangesTable from '#web/ui/changes-table.tsx'

/** Somebody saved another version while this one was written: both, and whose stays. */
export default function SavedMeanwhile(props: {
  version: number
  theirs: string
  mine: string
  onKeep: () => void
  onTake: () => void
}) {
  const { version, theirs, mine } = props
  return (
    <Card
      title={`Version ${version} was saved in the meantime`}
      answer="From theirs to yours. Keep yours to save it over theirs, or take theirs and lose what you wrote."
      actions={
        <span className="flex gap-2">
          <Button size="small" onClick={props.onKeep}>
            Keep mine
          </Button>
          <Button size="small" onClick={props.onTake}>
            Take theirs
          </Button>
        </span>
      }
    >
      <ChangesTable
        before={{ name: `version ${version}`, text: theirs }}
        after={{ name: 'your draft', text: mine }}
      />
    </Card>
  )
}
