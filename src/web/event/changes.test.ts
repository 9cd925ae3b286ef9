import { expect, test } from 'vitest'
import type { LoggedEvent } from '#contract/event/event.ts'
import { changesOf } from './event-labels.ts'

const event = (event_id: string, more: Partial<LoggedEvent> = {}) =>
  ({ event_id, recorded_at: 1_795_132_800, replaced_by: null, ...more }) as LoggedEvent
const by = (event_id: string) => ({ replaced_by: { event_id, artifact_name: 'shop:2' } })

test('an exit goes into the start that took its place, unless that is not there', () => {
  const { changes, rowOf } = changesOf([
    event('start'),
    event('exit', by('start')),
    event('last', by('beyond')),
  ])
  expect(changes.map(({ event_id }) => event_id)).toEqual(['start', 'last'])
  expect(['start', 'exit', 'last', undefined].map(rowOf)).toEqual([
    'start',
    'start',
    'last',
    undefined,
  ])
})
