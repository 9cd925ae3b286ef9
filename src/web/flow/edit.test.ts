import { expect, test } from 'vitest'
import type { Flow } from '#contract/flow/flow.ts'
import { differingFields } from '#web/record/use-record-form.ts'
import { callsOf, editOf, flowEdit } from './settings-form.tsx'

const flow: Flow = {
  id: '1',
  name: 'payments',
  description: 'Pays',
  visibility: 'private',
  org: 'acme',
  template: 'version: 1\n',
  repo_url: null,
  tags: { tier: 'prod', team: 'core' },
  archived_at: null,
}
const edit = editOf(flow)

test('an edit that changes nothing calls nothing', () => {
  expect(callsOf(flow, edit)).toEqual({ put: null, tags: null })
})

test('fields are put without the template, which the service keeps', () => {
  expect(callsOf(flow, { ...edit, description: '' })).toEqual({
    put: { name: 'payments', description: '', visibility: 'private' },
    tags: null,
  })
})

test('tags travel as differences; a changed key is a removal and an addition', () => {
  const tags = [
    { key: 'tier', value: 'test' },
    { key: 'squad', value: 'core' },
  ]
  expect(callsOf(flow, { ...edit, tags })).toEqual({
    put: null,
    tags: { set_tags: { tier: 'test', squad: 'core' }, remove_tags: ['team'] },
  })
})

test('two states differ in the fields that a form shows, whatever the order of tags', () => {
  const fields = (other: Partial<Flow>) => differingFields(edit, editOf({ ...flow, ...other }))
  expect(fields({ name: 'other', archived_at: 1 })).toEqual([])
  expect(fields({ tags: { team: 'core', tier: 'prod' } })).toEqual([])
  expect(fields({ description: 'x', tags: {} })).toEqual(['description', 'tags'])
})

test('the same key twice is refused on the second', () => {
  const tags = [...edit.tags, { key: 'tier', value: '' }]
  const issues = flowEdit.safeParse({ ...edit, tags }).error?.issues
  expect(issues).toMatchObject([{ path: ['tags', 2, 'key'] }])
})
