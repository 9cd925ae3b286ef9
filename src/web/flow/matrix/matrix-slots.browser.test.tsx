import { expect, it } from 'vitest'
import type { MatrixTrail } from '#contract/flow/flow-statistics.ts'
import type { SlotColumns } from '#domain/trail/trail-slots.ts'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import MatrixSlots from './matrix-slots.tsx'

const slotOf = (attestation_name: string) => ({
  target: null,
  attestation_name,
  attestation_type: 'generic',
  unexpected: false,
})

it.each([
  [1, ['scan'], 'The only slot', 'The only trail of this page'],
  [2, ['scan', 'review'], 'All 2 slots', 'All 2 trails of this page'],
])('counts %i trails and the slots %j', async (count, names, slots, trails) => {
  const trail = {
    slots: names.map((name) => ({ ...slotOf(name), state: 'COMPLIANT', attestation_id: null })),
  } as unknown as MatrixTrail
  const columns = [{ target: null, slots: names.map(slotOf) }] as unknown as SlotColumns[]
  const { screen } = await renderInRouter(
    <MatrixSlots trails={Array.from({ length: count }, () => trail)} columns={columns} />,
  )
  await expect.element(screen.getByText(slots)).toBeVisible()
  await expect.element(screen.getByText(trails)).toBeVisible()
})
