import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { targetLabels } from '#web/notification/labels.ts'
import { Message } from '#web/notification/message.tsx'
import { previewQuery } from '#web/notification/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PickOne } from '#web/ui/pick-one.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { type EditedNotification, isAddressed, previewedTargets, refusalOfDraft } from './draft.ts'
import type { Fired } from './fired-events.tsx'

const pause = 400

/**
 * Message to each kind of target of a draft, by e-mail before it has one: of the picked event, or of
 * the newest of its kind.
 */
export function PreviewCard(props: {
  org: string
  number: number | undefined
  edited: EditedNotification
  picked: Fired | null
  onNewest: () => void
}) {
  const { org, number, edited, picked } = props
  const [environment] = edited.environments
  const [trigger] = edited.triggers
  const draft = {
    ...(number !== undefined && { number }),
    ...(environment && { environment }),
    ...(trigger && { trigger }),
    ...(picked && { event: eventOf(picked) }),
    targets: previewedTargets(edited.targets),
  }
  const body = JSON.parse(useDebouncedValue(JSON.stringify(draft), pause)) as typeof draft
  const query = useQuery(previewQuery(org, body))
  const [wanted, setWanted] = useState(0)
  const renderings = query.data?.renderings ?? []
  const shown = renderings[wanted] ?? renderings[0]
  const eventAt = query.data?.event_at ?? null
  return (
    <Card
      title="Message"
      actions={
        renderings.length > 1 && (
          <PickOne
            label="Target"
            options={renderings.map(({ type }, index) => ({
              value: index,
              label: targetLabels[type].label,
            }))}
            value={renderings.indexOf(shown!)}
            onPick={setWanted}
          />
        )
      }
    >
      <div className="px-4 pb-4 text-table">
        {query.isError && (
          <p className="font-medium wrap-anywhere">{refusalOfDraft(query.error)}</p>
        )}
        {!query.isError && shown && (
          <div className="grid gap-2">
            <Message type={shown.type} rendering={shown.rendering} />
            <p className="flex min-h-6 flex-wrap items-center justify-between text-meta text-muted">
              {!edited.targets.some(isAddressed) && (
                <span className="basis-full">
                  As an e-mail. {edited.targets.length > 0 ? 'Address the target' : 'Add a target'}{' '}
                  to see what it would get.
                </span>
              )}
              {eventAt === null ? (
                environment ? (
                  'An example: no such event was sent there yet.'
                ) : (
                  'A made-up example.'
                )
              ) : (
                <span>
                  Of what happened <TimeAgo at={eventAt} suffix />.
                </span>
              )}
              {picked && (
                <Button kind="quiet" size="small" onClick={props.onNewest}>
                  Show the newest
                </Button>
              )}
            </p>
          </div>
        )}
      </div>
    </Card>
  )
}

/** An event as a message of it is asked for. */
const eventOf = ({ description: _, is_merged: __, qualifiers: ___, ...event }: Fired) => event
