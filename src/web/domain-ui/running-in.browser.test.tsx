import { expect, it } from 'vitest'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { RunningIn } from './running-in.tsx'

const fresh = { snapshot_index: 1, stale_at: 4_000_000_000 }
const silent = { snapshot_index: 1, stale_at: 1_700_000_000 }

it.each([
  ['nowhere', []],
  ['prod', [{ environment_name: 'prod', ...fresh }]],
  ['quietwhen last seen', [{ environment_name: 'quiet', ...silent }]],
  [
    'prodquiet1 when last seen',
    [
      { environment_name: 'prod', ...fresh },
      { environment_name: 'quiet', ...silent },
    ],
  ],
  [
    'aquiet+1 more: z1 when last seen',
    [
      { environment_name: 'a', ...fresh },
      { environment_name: 'quiet', ...fresh },
      { environment_name: 'z', ...silent },
    ],
  ],
])('%s', async (text, environments) => {
  const { screen } = await renderInRouter(<RunningIn org="acme" environments={environments} />)
  expect(screen.container.textContent).toBe(text)
})
