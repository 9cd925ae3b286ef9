import { snoozeEnvironment, unsnoozeEnvironment } from '#contract/overview/overview.ts'
import { call } from '#web/api/call.ts'
import { useChange } from '#web/record/use-change.ts'

/** Actions to snooze environments, and their state. */
export interface Snooze {
  isBusy: boolean
  failure: string | null
  /** From a row's button: the focus goes on to the row beside it. */
  put: (environments: readonly string[], button: HTMLElement) => void
  end: (environment: string) => void
}

/** Puts environments off for the person signed in, and takes that back. */
export function useSnooze(org: string): Snooze {
  const { isBusy, failure, run } = useChange(org, 'environment_snoozed')
  const input = (env_name: string) => ({ params: { org, env_name } })
  return {
    isBusy,
    failure,
    put: (environments, button) => {
      const row = button.closest('tr')
      const beside = row?.nextElementSibling ?? row?.previousElementSibling
      const send = async () => {
        for (const one of environments) await call(snoozeEnvironment, input(one))
      }
      const undo = async () => {
        for (const one of environments) await call(unsnoozeEnvironment, input(one))
      }
      void run(send, `Snoozed ${environments.join(', ')} for you`, undo).then((isDone) => {
        if (isDone) beside?.querySelector<HTMLElement>('[data-row-link]')?.focus()
      })
    },
    end: (environment) => {
      const send = () => call(unsnoozeEnvironment, input(environment))
      void run(send, `${environment} needs attention again`)
    },
  }
}
