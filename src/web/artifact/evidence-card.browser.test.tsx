import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ArtifactSlot } from '#contract/artifact/artifact.ts'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { EvidenceCard } from './evidence-card.tsx'

const slot = {
  scope: 'artifact',
  attestation_name: 'unit-tests',
  attestation_type: 'junit',
  attestation_id: '01',
  overridden_attestation_id: null,
  is_compliant: true,
  unexpected: false,
  created_at: 1_790_000_000,
  reported_by: 'ada',
} as ArtifactSlot

it.each([1_000, 600])('keeps its rows to the edge of a card of %d px', async (width) => {
  await renderInRouter(
    <div className="@container/main" style={{ width }}>
      <EvidenceCard
        slots={[slot]}
        trail={null}
        selectedId={undefined}
        link={null}
        renderFill={() => null}
        empty={null}
      />
    </div>,
  )
  for (const row of page.getByRole('row').elements()) {
    const last = [...row.children].findLast((cell) => cell.checkVisibility())!
    expect(getComputedStyle(last).paddingRight).toBe('16px')
  }
})
