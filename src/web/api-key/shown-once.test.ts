import { expect, test } from 'vitest'
import { pipelineHosts, pipelineSetup } from './shown-once.tsx'

const place = { host: 'https://cairn.example', org: 'shop' }

test.each(pipelineHosts)('a pipeline in $label gets host and organization', ({ value }) => {
  const { text } = pipelineSetup(value, place)
  expect(text).toMatch(/KOSLI_HOST(=|: )https:\/\/cairn\.example/)
  expect(text).toMatch(/KOSLI_ORG(=|: )shop/)
})

test('GitHub Actions takes the key from its secrets', () => {
  expect(pipelineSetup('github', place).text).toContain('${{ secrets.KOSLI_API_TOKEN }}')
})
