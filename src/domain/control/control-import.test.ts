import { expect, it, test } from 'vitest'
import { type ImportRow, type KnownControl, planImport } from './control-import.ts'

const known = new Map<string, KnownControl>([
  [
    'A-1',
    {
      name: 'Review',
      description: 'By another',
      owner: 'Platform, Mei',
      tags: { soc2: 'CC8.1' },
      isArchived: false,
    },
  ],
  ['OLD', { name: 'Old', description: '', owner: '', tags: {}, isArchived: true }],
])
const plan = (...cells: ImportRow['cells'][]) =>
  planImport(
    cells.map((one, index) => ({ row: index + 2, cells: one })),
    known,
  )

it.each<[string, ImportRow['cells'], object[]]>([
  ['unchanged', { identifier: 'A-1' }, []],
  ['unchanged', { identifier: 'A-1', name: 'Review', tags: 'soc2:CC8.1' }, []],
  [
    'update',
    { identifier: 'A-1', name: 'Four eyes', description: '' },
    [{ field: 'name', before: 'Review', after: 'Four eyes' }],
  ],
  [
    'update',
    { identifier: 'A-1', owner: 'Risk, Jonas' },
    [{ field: 'owner', before: 'Platform, Mei', after: 'Risk, Jonas' }],
  ],
  ['unchanged', { identifier: 'A-1', owner: '' }, []],
  [
    'update',
    { identifier: 'A-1', tags: 'owner: core; iso27001:A.8:32' },
    [{ field: 'tags', before: 'soc2:CC8.1', after: 'iso27001:A.8:32; owner:core; soc2:CC8.1' }],
  ],
  [
    'update',
    { identifier: 'A-1', tags: '{"soc2":"CC8.1, CC8.2"}' },
    [{ field: 'tags', before: 'soc2:CC8.1', after: 'soc2:CC8.1, CC8.2' }],
  ],
  [
    'create',
    { identifier: 'B-2', name: 'Scan', owner: 'Risk', tags: 'soc2:CC7.1' },
    [
      { field: 'name', before: null, after: 'Scan' },
      { field: 'owner', before: null, after: 'Risk' },
      { field: 'tags', before: null, after: 'soc2:CC7.1' },
    ],
  ],
])('%s of %j', (action, cells, changes) => {
  expect(plan(cells)).toMatchObject([{ action, changes, problems: [] }])
})

const tags = 'Tags are key:value with ; between them, or a JSON object of texts'
it.each<[ImportRow['cells'], string, string]>([
  [{ identifier: '', name: 'x' }, 'identifier', 'Field required'],
  [{ identifier: 'a b', name: 'x' }, 'identifier', String.raw`pattern '^[a-zA-Z0-9\-._~]+$'`],
  [{ identifier: 'OLD', name: 'x' }, 'identifier', 'Control has been archived'],
  [{ identifier: 'NEW' }, 'name', 'Field required'],
  [{ identifier: 'A-1', name: 'x'.repeat(256) }, 'name', 'at most 255 characters'],
  [{ identifier: 'A-1', owner: 'x'.repeat(256) }, 'owner', 'at most 255 characters'],
  [{ identifier: 'A-1', tags: '{"a":1}' }, 'tags', tags],
  [{ identifier: 'A-1', tags: '{"a":' }, 'tags', tags],
  [{ identifier: 'A-1', tags: 'a:1; a:2' }, 'tags', tags],
  [{ identifier: 'A-1', tags: '__proto__:1' }, 'tags', tags],
  [{ identifier: 'A-1', tags: '{"__proto__":"1"}' }, 'tags', tags],
  [{ identifier: 'A-1', tags: ':x' }, 'tags.', 'String should match pattern'],
])('refuses %j', (cells, column, rule) => {
  expect(plan(cells)).toMatchObject([
    { action: 'refused', changes: [], problems: [{ column, rule: expect.stringContaining(rule) }] },
  ])
})

test('refuses a second row for a control', () => {
  const [first, second] = plan({ identifier: 'A-1', name: 'B' }, { identifier: 'A-1', name: 'C' })
  expect(first).toMatchObject({ row: 2, action: 'update' })
  expect(second).toMatchObject({
    row: 3,
    action: 'refused',
    problems: [{ column: 'identifier', rule: 'It is in a row above', value: 'A-1' }],
  })
})
