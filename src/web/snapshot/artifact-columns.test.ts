import { expect, test } from 'vitest'
import { artifactColumns } from './artifact-columns.tsx'

test.each([
  ['what runs now', false, 'Instances now'],
  ['a snapshot', true, 'Instances at its start'],
])('of %s, instances are said to be of that moment', (_, withChange, header) => {
  const columns = artifactColumns({ org: 'acme', env: 'prod' }, () => false, withChange, null)
  expect(columns.find(({ id }) => id === 'instances')?.header).toBe(header)
})
