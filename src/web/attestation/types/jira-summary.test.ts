import { expect, test } from 'vitest'
import { absentFirst, fieldsOf } from './jira-view.tsx'

const issue = { issue_id: 'PAY-1', issue_url: 'https://jira.example/PAY-1', issue_exists: true }
const withFields = (issue_fields: Record<string, unknown> | null) =>
  fieldsOf({ ...issue, issue_fields })

test('reads summary and status, given as text or as an object with a name', () => {
  expect(withFields({ summary: 'Retry', status: 'Done', labels: ['x'] })).toEqual({
    summary: 'Retry',
    status: 'Done',
    rest: { labels: ['x'] },
  })
  const status = { name: 'In review', id: 3 }
  expect(withFields({ status })).toEqual({ summary: null, status: 'In review', rest: { status } })
})

test('keeps what has another shape in the rest', () => {
  for (const odd of [7, null, [], { name: 7 }, {}, true]) {
    const fields = { summary: odd, status: odd }
    expect(withFields(fields)).toEqual({ summary: null, status: null, rest: fields })
  }
  expect(withFields(null)).toEqual({ summary: null, status: null, rest: {} })
  expect(fieldsOf(issue)).toEqual({ summary: null, status: null, rest: {} })
})

test('puts issues that do not exist first', () => {
  const absent = { ...issue, issue_id: 'PAY-2', issue_exists: false }
  expect(absentFirst([issue, absent])).toEqual([absent, issue])
})
