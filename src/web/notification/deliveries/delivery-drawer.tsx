import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type Delivery,
  type DeliveryAttempt,
  messageRetentionDays,
  redeliver,
} from '#contract/notification/delivery.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { FormError } from '#web/form/form-error.tsx'
import { Message } from '#web/notification/message.tsx'
import { useChange } from '#web/record/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { AsApiCall } from '#web/ui/call-box.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { type DrawerSteps, DrawerFrame } from '#web/ui/drawer-frame.tsx'
import { Note } from '#web/ui/note.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TimeLeft, TimeStamp } from '#web/ui/time.tsx'
import { Answer, Excerpt } from './answer.tsx'
import { kindLabels, StateLabel, deliveryTitle } from './delivery-labels.tsx'
import { deliveryQuery } from './queries.ts'

/** One message: what was sent, every attempt with its answer, and sending it again. */
export default function DeliveryDrawer(props: {
  org: string
  number: string
  id: string
  refusal: string | null
  steps: DrawerSteps
}) {
  const { org, number, id, steps } = props
  const { data: delivery, error, isPending } = useQuery(deliveryQuery(org, number, id))
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <DrawerFrame
      title={delivery ? deliveryTitle(delivery) : 'Delivery'}
      steps={steps}
      raw={delivery}
      meta={
        delivery && (
          <>
            <StateLabel of={delivery} />
            <CopyButton text={() => location.href} what="Link" label="Copy link to this delivery" />
          </>
        )
      }
    >
      {delivery && (
        <>
          <Facts org={org} delivery={delivery} />
          <Again {...props} delivery={delivery} />
          <Attempts delivery={delivery} />
          {!delivery.is_kept && (
            <Note>
              Message and response are no longer stored: they are kept for {messageRetentionDays}{' '}
              days. When it was tried, and what became of it, stays.
            </Note>
          )}
          {delivery.request && (
            <section aria-label="Message" className="grid gap-2">
              <h3 className="text-body font-semibold">
                {delivery.attempts.length > 0 ? 'What was sent' : 'Message'}
              </h3>
              {delivery.request.url && (
                <p className="text-meta wrap-anywhere text-muted">POST {delivery.request.url}</p>
              )}
              <Message type={delivery.target.type} rendering={delivery.request.rendering} />
            </section>
          )}
        </>
      )}
      {isPending && <SkeletonRows rows={6} />}
      {error && !delivery && (
        <Note>
          {isUnknown
            ? 'There is no such delivery of this rule.'
            : 'The delivery could not be loaded.'}
        </Note>
      )}
    </DrawerFrame>
  )
}

function Facts(props: { org: string; delivery: Delivery }) {
  const { org, delivery } = props
  const { event, target, kind, requested_by, message_id, next_at, state } = delivery
  return (
    <DescriptionList>
      <DescriptionItem label="Target">{target.label}</DescriptionItem>
      {event && (
        <DescriptionItem label="Environment">
          <Link
            to="/$org/environments/$env"
            params={{ org, env: event.environment }}
            className="text-accent hover:underline"
          >
            {event.environment}
          </Link>
        </DescriptionItem>
      )}
      {event?.snapshot_index && (
        <DescriptionItem label="Snapshot">
          <Link
            to="/$org/environments/$env/snapshots/$snapshot"
            params={{ org, env: event.environment, snapshot: String(event.snapshot_index) }}
            className="text-accent hover:underline"
          >
            #{event.snapshot_index}
          </Link>
        </DescriptionItem>
      )}
      {event && (
        <DescriptionItem label="Happened">
          <TimeStamp at={event.at} form="stamp" />
        </DescriptionItem>
      )}
      {kindLabels[kind] && (
        <DescriptionItem label="Kind">
          {kindLabels[kind]}
          {requested_by && `, by ${requested_by}`}
        </DescriptionItem>
      )}
      {next_at !== null && (
        <DescriptionItem label={state === 'waiting' ? 'Next try' : 'Until'}>
          <TimeStamp at={next_at} form="stamp" /> (in <TimeLeft until={next_at} over="a moment" />)
        </DescriptionItem>
      )}
      <DescriptionItem label="webhook-id">
        <span className="font-mono text-code">{message_id}</span>{' '}
        <CopyButton text={message_id} what="Id" />
      </DescriptionItem>
    </DescriptionList>
  )
}

/** Sends the message again, marked as such. */
function Again(props: {
  org: string
  number: string
  id: string
  refusal: string | null
  delivery: Delivery
}) {
  const { org, number, id, refusal, delivery } = props
  const { isBusy, failure, run } = useChange(org, 'notification_redelivered')
  const input = { params: { org, number, delivery_id: id } }
  const { state, kind, target } = delivery
  const { is_kept: isKept } = delivery
  const isOnItsWay = state !== 'delivered' && state !== 'failed'
  if (isOnItsWay || !isKept || kind === 'test' || target.is_removed) return null
  return (
    <section aria-label="Send again" className="grid gap-2 text-table">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          isBusy={isBusy}
          refusal={refusal}
          onClick={() => void run(() => call(redeliver, input), 'It is sent again')}
        >
          {isBusy ? 'Sending' : 'Send again'}
        </Button>
        <span className="text-meta text-muted">
          {refusal ?? 'With the same id, so that receivers recognize a repetition.'}
        </span>
      </div>
      <FormError message={failure ?? undefined} />
      <AsApiCall call={curl(redeliver, input)} />
    </section>
  )
}

function Attempts(props: { delivery: Delivery }) {
  const { attempts, target, state, is_kept: isKept } = props.delivery
  const last = attempts.at(-1)
  return (
    <section aria-label="Attempts" className="grid gap-2">
      <h3 className="text-body font-semibold">Attempts</h3>
      {attempts.length === 0 && <p className="text-table text-muted">None yet.</p>}
      <ol className="grid gap-3">
        {attempts.toReversed().map((attempt) => (
          <Attempt
            key={attempt.number}
            attempt={attempt}
            type={target.type}
            isKept={isKept}
            isDelivered={state === 'delivered' && attempt === last}
          />
        ))}
      </ol>
    </section>
  )
}

function Attempt(props: {
  attempt: DeliveryAttempt
  type: Delivery['target']['type']
  isKept: boolean
  isDelivered: boolean
}) {
  const { attempt, type, isKept, isDelivered } = props
  const { number, at, duration_ms, status, error, response } = attempt
  return (
    <li className="grid gap-1 text-table">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="text-muted">{number}</span>
        <Answer type={type} status={status} error={error} isDelivered={isDelivered} />
        <span className="text-meta text-muted">
          {duration_ms} ms, <TimeStamp at={at} form="moment" /> UTC
        </span>
      </p>
      {status !== null && error && <p className="wrap-anywhere text-muted">{error}</p>}
      {isKept && <Excerpt response={response} />}
    </li>
  )
}
