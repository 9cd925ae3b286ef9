import { useSyncExternalStore } from 'react'
import { readStored, store } from './browser-storage.ts'

/** The forms that a pipeline's call has, the usual one first. */
export const callForms = ['cli', 'curl'] as const
export type CallForm = (typeof callForms)[number]

/** One call in both forms. */
export type PipelineCall = Record<CallForm, string>

const storageKey = 'cairn.call-form'
const listeners = new Set<() => void>()

/** The form that was chosen last in this browser. */
export const chosenForm = (): CallForm => (readStored(storageKey) === 'curl' ? 'curl' : 'cli')

/** Shows all calls in a form, also on the next visit. */
export function chooseForm(form: CallForm): void {
  store(storageKey, form)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The chosen form, followed. */
export const useCallForm = (): CallForm => useSyncExternalStore(subscribe, chosenForm)
