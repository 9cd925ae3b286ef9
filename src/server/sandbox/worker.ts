import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { JqFailure, evaluateRule, pick, prepareJq, read, readProgram } from './jq.ts'
import { readSchema, validate } from './json-schema.ts'
import type { Step, StepName, Steps } from './step.ts'

// Runs steps in isolation, one after the other; it may be ended at any moment.

const does: { [N in StepName]: (input: Steps[N]['input']) => Steps[N]['answer'] } = {
  readSchema: ({ schema }) => readSchema(schema),
  readProgram: ({ program }) => readProgram(program),
  pick: ({ json, member }) => pick(json, member),
  validate: ({ schema, draft, data }) => validate(schema, draft, data),
  evaluate: ({ programs, data }) => evaluateRule(programs, data),
  read: ({ programs, data, max }) => read(programs, data, max),
}

async function answer(step: Step): Promise<void> {
  try {
    await prepareJq()
    const work = does[step.name] as (input: Step) => unknown
    parentPort?.postMessage({ answer: work(step) })
  } catch (error) {
    const isBounds = error instanceof JqFailure || error instanceof RangeError
    parentPort?.postMessage(isBounds ? { outOfBounds: error.message } : { failure: String(error) })
  }
}

// Requests come first. Linux lowers the priority of this thread alone; elsewhere it would be the
// whole process.
if (process.platform === 'linux') setPriority(5)

parentPort?.on('message', (step: Step) => void answer(step))
await prepareJq()
parentPort?.postMessage('ready')
