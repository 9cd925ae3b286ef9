import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { JqFailure, evaluateRule, pick, prepareJq, read, readProgram } from './jq.ts'
import { readSchema, validate } from './json-schema.ts'
import type { Step, StepName, Steps } from './step.ts'

// One step of work after the other, away from everything else: it may be ended at any moment.

const does: { [N in StepName]: (asked: Steps[N]['asked']) => Steps[N]['answer'] } = {
  readSchema: ({ schema }) => readSchema(schema),
  readProgram: ({ program }) => readProgram(program),
  pick: ({ json, member }) => pick(json, member),
  validate: ({ schema, draft, data }) => validate(schema, draft, data),
  judge: ({ programs, data }) => evaluateRule(programs, data),
  read: ({ programs, data, most }) => read(programs, data, most),
}

async function answer(step: Step): Promise<void> {
  try {
    await prepareJq()
    const work = does[step.name] as (asked: Step) => unknown
    parentPort?.postMessage({ answer: work(step) })
  } catch (error) {
    const isBounds = error instanceof JqFailure || error instanceof RangeError
    parentPort?.postMessage(isBounds ? { outOfBounds: error.message } : { failure: String(error) })
  }
}

// Requests come first. Linux lowers this thread alone; elsewhere it would be the whole process.
if (process.platform === 'linux') setPriority(5)

parentPort?.on('message', (step: Step) => void answer(step))
await prepareJq()
parentPort?.postMessage('ready')
