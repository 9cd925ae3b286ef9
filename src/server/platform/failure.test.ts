import { describe, expect, it } from 'vitest'
import { refusals } from '#contract/openapi/error-responses.ts'
import { failureOf } from './failure.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

describe('failureOf', () => {
  it.each<[string | null, Error]>([
    ['databaseUnavailable', coded('57P01')],
    ['databaseUnavailable', coded('57P03')],
    ['databaseUnavailable', coded('53300')],
    ['databaseUnavailable', coded('08006')],
    ['databaseUnavailable', coded('25006')],
    ['databaseUnavailable', coded('ECONNREFUSED')],
    ['databaseUnavailable', coded('ENOENT', { syscall: 'connect' })],
    ['databaseUnavailable', coded('EACCES', { syscall: 'connect' })],
    ['databaseUnavailable', new Error('Connection terminated unexpectedly')],
    ['databaseUnavailable', new Error('Query read timeout')],
    ['databaseBusy', new Error('timeout exceeded when trying to connect')],
    ['databaseBusy', coded('57014')],
    ['databaseBusy', coded('55P03')],
    ['databaseBusy', coded('40P01')],
    ['storageFull', coded('53100')],
    ['storageFull', coded('ENOSPC', { syscall: 'write' })],
    ['storageFull', coded('EDQUOT', { syscall: 'open' })],
    ['storageBroken', coded('58030')],
    ['storageBroken', coded('EIO', { syscall: 'fsync' })],
    ['storageBroken', coded('EACCES', { syscall: 'open' })],
    ['storageBroken', coded('EPERM', { syscall: 'rename' })],
    ['storageBroken', coded('ENOTDIR', { syscall: 'open' })],
    [null, coded('ENOENT', { syscall: 'open' })],
    [null, coded('23505')],
    [null, coded('constructor')],
    [null, new TypeError('x is not a function')],
  ])('is %s of %s', (kind, error) => {
    expect(failureOf(error)?.kind ?? null).toBe(kind)
  })

  it('has a message and a status for clients', () => {
    expect(failureOf(coded('57P01'))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
    })
    expect(failureOf(coded('ENOSPC'))).toMatchObject({ status: 507, headers: {} })
    expect(failureOf(null)).toBe(null)
  })
})

it.each([
  ['Unavailable', coded('57P01')],
  ['Full', coded('ENOSPC', { syscall: 'write' })],
] as const)('is documented as %s in the words of the service', (name, error) => {
  const { example } = refusals[name].content['application/json']
  expect(example.message).toBe(failureOf(error)?.message)
})
