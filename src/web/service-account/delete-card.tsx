import { deleteServiceAccount } from '#contract/service-account/service-account.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { AskingCard } from '#web/record/asking-card.tsx'
import { TypedNameDialog } from '#web/record/typed-name-dialog.tsx'
import { useChange } from '#web/record/use-change.ts'

/** Deletes a service account with its keys, after its name was typed. */
export function DeleteCard(props: {
  org: string
  name: string
  /** How many of its keys work. */
  keyCount: number
  refusal: string | null
  onDeleted: () => void
}) {
  const { org, name, refusal, keyCount } = props
  const { run, ...state } = useChange(org, 'service_account_deleted')
  const input = { params: { org, name } }
  const remove = async () => {
    if (await run(() => call(deleteServiceAccount, input), `Deleted ${name}`)) props.onDeleted()
  }
  return (
    <AskingCard
      verb="Delete"
      one="service account"
      answer="All its keys stop working at once. What it has reported stays under its name."
      refusal={refusal}
      call={curl(deleteServiceAccount, input)}
      renderQuestion={(close) => (
        <TypedNameDialog
          {...state}
          action={['Delete', 'Deleting']}
          what="name"
          name={name}
          onConfirm={remove}
          onClose={close}
        >
          <p>
            {keyCount === 0
              ? 'It has no key that works.'
              : keyCount === 1
                ? 'The key that it has stops working.'
                : `The ${keyCount} keys that it has stop working.`}
          </p>
        </TypedNameDialog>
      )}
    />
  )
}
