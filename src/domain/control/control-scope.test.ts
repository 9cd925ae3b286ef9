import { expect, it } from 'vitest'
import {
  artifactsInScope,
  environmentsInScope,
  normalizedScope,
  type SelectableEnvironment,
} from './control-scope.ts'

const environment = (
  name: string,
  tags: Record<string, string> = {},
  fields: Partial<SelectableEnvironment> = {},
): SelectableEnvironment => ({ id: name, name, type: 'K8S', tags, member_ids: [], ...fields })

const environments = [
  environment('all', { customers: 'yes' }, { type: 'logical', member_ids: ['prod-eu', 'lab'] }),
  environment('lab'),
  environment('prod-eu', { customers: 'yes', region: 'eu' }),
  environment('prod-us', { customers: 'yes', region: 'us:east' }, { type: 'ECS' }),
  environment('staging', { customers: 'no' }),
]

it.each([
  [null, ['lab', 'prod-eu', 'prod-us', 'staging']],
  [{}, ['lab', 'prod-eu', 'prod-us', 'staging']],
  [{ environments: { tags: ['region'] } }, ['prod-eu', 'prod-us']],
  [{ environments: { tags: ['region:us:east'] } }, ['prod-us']],
  // The logical environment that has the tag stands for its members; each is there once.
  [{ environments: { tags: ['customers:yes'] } }, ['lab', 'prod-eu', 'prod-us']],
  [{ environments: { types: ['logical'] } }, ['lab', 'prod-eu']],
  [{ environments: { tags: ['customers:yes'], types: ['ECS'] } }, ['prod-us']],
  [{ environments: { name_pattern: 'prod-*' } }, ['prod-eu', 'prod-us']],
  [{ environments: { name_pattern: '*-*u' } }, ['prod-eu']],
  [{ environments: { name_pattern: 'prod' } }, []],
  [{ environments: { name_pattern: 'lab*lab' } }, []],
  [{ environments: { name_pattern: 'lab*b' } }, []],
  [{ environments: { name_pattern: '*a*a*' } }, []],
  [{ environments: { tags: ['toString'] } }, []],
] as const)('takes for %j the environments %j', (scope, names) => {
  const given = scope as Parameters<typeof environmentsInScope>[1]
  expect(environmentsInScope(environments, given).map(({ name }) => name)).toEqual(names)
})

const group = (id: string, ...flows: string[]) => ({
  id,
  flows: flows.map((name) => ({ name, tags: { team: name.split('-')[0]! } })),
})
const groups = [
  group('of shop', 'shop-web'),
  group('of both', 'pay-api', 'shop-web'),
  group('of none'),
]

it.each([
  [null, ['of shop', 'of both', 'of none']],
  [{ flows: { name_pattern: '*' } }, ['of shop', 'of both']],
  [{ flows: { tags: ['team:pay'] } }, ['of both']],
  [{ flows: { tags: ['team:pay'], name_pattern: 'shop-*' } }, []],
])('takes for %j the artifacts %j', (scope, ids) => {
  expect(artifactsInScope(groups, scope).map(({ id }) => id)).toEqual(ids)
})

it.each([
  [undefined, null],
  [{}, null],
  [{ environments: null, flows: { tags: [], name_pattern: '' } }, null],
  [
    { environments: { tags: ['a'], types: [], name_pattern: null } },
    { environments: { tags: ['a'] } },
  ],
])('keeps of %j what selects', (scope, kept) => {
  expect(normalizedScope(scope)).toEqual(kept)
})
