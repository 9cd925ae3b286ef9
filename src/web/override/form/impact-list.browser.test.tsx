import { expect, it } from 'vitest'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { ImpactList } from './impact-list.tsx'

const flip = { from: false, to: true }
const artifacts = [{ name: 'shop', fingerprint: 'a'.repeat(64), ...flip }]

it('says of a stale environment that it is what ran when last seen', async () => {
  const { screen } = await renderInRouter(
    <ImpactList
      org="acme"
      flow="shop"
      own={{ name: 'scan', from: true, to: true }}
      effect={{
        trails: [],
        artifacts: [],
        environments: [
          { name: 'prod', ...flip, is_stale: false, artifacts },
          { name: 'quiet', ...flip, is_stale: true, artifacts },
          { name: 'silent', from: false, to: false, is_stale: true, artifacts },
        ],
        has_more_environments: false,
        standstill: null,
      }}
    />,
  )
  const texts = screen
    .getByRole('listitem')
    .elements()
    .map((row) => row.textContent)
  expect(texts).toEqual([
    'EnvironmentprodNon-compliantwould beCompliant by override1 artifact flips there',
    'EnvironmentquietStale, last non-compliantwould beStale, last compliant by exception1 artifact flips there, by what ran when last seen',
    'EnvironmentsilentStale, last non-compliant1 artifact flips there, by what ran when last seen',
  ])
})
