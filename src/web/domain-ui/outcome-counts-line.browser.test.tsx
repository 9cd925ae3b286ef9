import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { noArtifacts } from '#domain/verdict/outcome-counts.ts'
import { OutcomeCountsLine } from './outcome-counts-line.tsx'

it('keeps a text that takes another line beside its mark', async () => {
  await render(
    <div style={{ width: 200 }}>
      <OutcomeCountsLine
        org="acme"
        policy="scans"
        counts={{ ...noArtifacts, passed: 11, expired: 1, by_exception: 2 }}
      />
    </div>,
  )
  const text = page.getByText(/^11 pass, 1 on expired evidence/).element()
  const mark = document.querySelector('svg')!.getBoundingClientRect()
  const lines = [...text.querySelector('.text-muted')!.getClientRects()]
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(line.left).toBeGreaterThan(mark.right)
})
