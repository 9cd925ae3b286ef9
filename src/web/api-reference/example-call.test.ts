import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { openapi } from '#contract/openapi/document.ts'
import { textOf } from '#contract/openapi/endpoint-texts.ts'
import { type OpenapiDocument, exampleCall, groupsOf, operationsOf } from './operation.ts'
import { fieldsOf, rulesOf, typeLabel } from './schema.ts'

const document = openapi() as unknown as OpenapiDocument
const operations = operationsOf(document)
const named = document.components.schemas
const find = (id: string) => operations.find((one) => one.id === id)!

test('has every endpoint of the contract, with who may call it', () => {
  expect(operations.map(({ id }) => id).toSorted()).toEqual(Object.keys(endpoints).toSorted())
  for (const { id, access, noun, summary } of operations) {
    const endpoint: Endpoint = endpoints[id as keyof typeof endpoints]
    expect({ access, summary }).toEqual({
      access: endpoint.access,
      summary: textOf(endpoint).summary,
    })
    expect(noun).toMatch(/^[a-z]/)
  }
})

test('writes a call with what is required, from the examples of the document', () => {
  expect(exampleCall(find('listFlows'), 'http://cairn/api/v2')).toBe(
    'curl \'http://cairn/api/v2/flows/acme\' \\\n  -H "Authorization: Bearer ${CAIRN_KEY:?API key}"',
  )
  const begin = exampleCall(find('beginTrail'), '')
  expect(begin).toContain("curl -X PUT '/trails/acme/payments'")
  expect(begin).toContain(`-F 'data_json={"name":"build-4711",`)
  expect(begin).toContain('-F "template_file=@${FILE:?path of a file}"')
  expect(exampleCall(find('beginTrail'), '', 'my org')).toContain("'/trails/my%20org/payments'")
  expect(exampleCall(find('getOpenapi'), '')).not.toContain('Authorization')
  expect(exampleCall(find('listAttestationsForCriteria'), '')).toMatch(
    /\?commit_list=[a-f0-9]{40}'/,
  )
  for (const one of operations) expect(exampleCall(one, '')).not.toContain('undefined')
})

test('says types and rules in words', () => {
  const [name, description] = fieldsOf(find('putFlow').body?.schema ?? {}, named)
  expect(name).toMatchObject({ name: 'name', isRequired: true })
  expect(rulesOf(name?.schema ?? {}, named)).toContain('at most 255 characters')
  expect(rulesOf(description?.schema ?? {}, named)).toEqual([
    'at most 10,000 characters',
    'may be null',
  ])
  const sort = find('listFlows').queryParameters.find((one) => one.name === 'sort')
  expect(rulesOf(sort?.schema ?? {}, named)).toEqual([
    'one of name, latest_activity',
    'may be null',
    'default "name"',
  ])
  const commit = fieldsOf(
    fieldsOf(find('beginTrail').body?.schema ?? {}, named)[0]?.schema ?? {},
    named,
  ).find((field) => field.name === 'git_commit_info')
  expect(typeLabel(commit?.schema ?? {}, named)).toBe('GitCommitInfo')
})

test('finds endpoints by all words of a query', () => {
  const ids = (query: string) =>
    groupsOf(operations, query).flatMap((group) => group.operations.map(({ id }) => id))
  expect(ids('')).toHaveLength(operations.length)
  expect(ids('PUT archive')).toContain('archiveFlow')
  expect(ids('put archive')).not.toContain('listFlows')
  expect(ids('nothing-like-it')).toEqual([])
})
