import type { StepSequence, Step } from './step.ts'

/** A step that waits for everything before it, and that everything after it waits for. */
export const barrier = (of: string, step: Step): StepSequence => ({
  of,
  isAlone: true,
  steps: [step],
})
