import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'

/** Offers to put one thing away or to delete it: says what follows, who may not, and how the API does it. */
export function AskingCard(props: {
  /** "Archive", of what: "policy". */
  verb: string
  one: string
  answer: string
  refusal: string | null
  call: string
  /** Asks once more. */
  renderQuestion: (close: () => void) => ReactNode
}) {
  const { verb, one, refusal } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <Card title={verb} answer={props.answer}>
      <div className="grid gap-3 px-4 pt-3 pb-4">
        <div className="flex flex-wrap items-center gap-3">
          <Button refusal={refusal} onClick={() => setAsking(true)}>
            {verb} this {one}
          </Button>
          <span className="text-meta text-muted wrap-anywhere">{refusal}</span>
        </div>
        <div className="text-table">
          <Disclosure label="As API call">
            <CallBox call={props.call} />
          </Disclosure>
        </div>
      </div>
      {isAsking && props.renderQuestion(() => setAsking(false))}
    </Card>
  )
}
