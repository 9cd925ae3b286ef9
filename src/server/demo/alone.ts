import type { Run, Step } from './step.ts'

/** A step that everything before it and after it waits for. */
export const alone = (of: string, step: Step): Run => ({ of, isAlone: true, steps: [step] })
