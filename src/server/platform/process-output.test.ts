import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OperatorError } from './failure.ts'
import { processOutput } from './process-output.ts'

let out: unknown[][]
beforeEach(() => {
  out = []
  vi.spyOn(console, 'log').mockImplementation((...line: unknown[]) => void out.push(line))
  vi.spyOn(console, 'error').mockImplementation((...line: unknown[]) => void out.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
})

it('writes sentences', () => {
  const { say, warn, fail } = processOutput('text')
  say('ready')
  warn('no TLS')
  fail(new OperatorError('The port is taken.'))
  expect(out).toEqual([['ready'], ['no TLS'], ['The port is taken.']])
})

it('writes a line of JSON for each, line breaks and errors too', () => {
  const { say, warn, fail } = processOutput('json')
  say('two\nlines')
  warn('no TLS')
  fail(new OperatorError('The port is taken.'))
  fail(new TypeError('unexpected'))
  fail('thrown')
  process.emit('warning', new Error('of a\npackage'))
  const lines = out.map(([line]) => {
    expect(line).not.toContain('\n')
    return JSON.parse(String(line)) as object
  })
  expect(lines).toMatchObject([
    { level: 30, msg: 'two\nlines' },
    { level: 40, msg: 'no TLS' },
    { level: 60, msg: 'The port is taken.' },
    { level: 60, msg: 'unexpected', err: { type: 'TypeError' } },
    { level: 60, msg: 'thrown' },
    { level: 40, msg: 'of a\npackage' },
  ])
})
