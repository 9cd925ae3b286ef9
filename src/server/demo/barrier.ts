import type { StepSequence, Step } from './step.ts'

/** A step that everything before it and after it waits for. */
export const barrier = (of: string, step: Step): StepSequence => ({
  of,
  isAlone: true,
  steps: [step],
})
