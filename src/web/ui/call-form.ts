import { readStored, store, useStored } from './browser-storage.ts'

/** The forms that a pipeline's call has, the usual one first. */
export const callForms = ['cli', 'curl'] as const
type CallForm = (typeof callForms)[number]

/** One call in both forms. */
export type PipelineCall = Record<CallForm, string>

const storageKey = 'cairn.call-form'

const formOf = (stored: string | null): CallForm => (stored === 'curl' ? 'curl' : 'cli')

/** The form that was chosen last in this browser. */
export const chosenForm = (): CallForm => formOf(readStored(storageKey))

/** Shows all calls in a form, also on the next visit. */
export const chooseForm = (form: CallForm): void => store(storageKey, form)

/** The chosen form, followed. */
export const useCallForm = (): CallForm => formOf(useStored(storageKey))
