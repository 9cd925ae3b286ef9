import { describe, expect, it } from 'vitest'
import { ApiError, previewRefusal, refusalTexts } from './api-error.ts'

const wholeOf = (fields: { status: number; message: string }) =>
  refusalTexts(new ApiError(fields), []).whole

describe('what a form says after a failed submit', () => {
  it('does not claim that nothing was done where the answer may have been lost', () => {
    expect(wholeOf({ status: 0, message: 'The service did not answer' })).toBe(
      'The service did not answer. Whether this was done is not known. Your input is kept: try again.',
    )
  })

  it('says that of no refusal', () => {
    expect(wholeOf({ status: 503, message: 'Busy' })).toBe('Busy. Your input is kept: try again.')
    expect(wholeOf({ status: 409, message: 'It exists already' })).toBe('It exists already')
  })
})

describe('what stands in place of a preview', () => {
  it('names a refusal, and leaves a lost connection to Retry', () => {
    expect(previewRefusal(new ApiError({ status: 400, message: 'Bad' }))).toBe('Bad')
    expect(previewRefusal(new ApiError({ status: 0, message: 'No answer' }))).toBeNull()
  })
})
