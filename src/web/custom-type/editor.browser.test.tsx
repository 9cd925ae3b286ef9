import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import CustomTypeEditor from './editor.tsx'

const base = {
  name: 'coverage',
  description: 'How much is tested',
  comment: '',
  schema: '',
  rules: ['.lines >= 80'],
  summary: [{ name: 'Files without a test', expression: '.uncovered | length' }],
}

afterEach(async () => {
  vi.unstubAllGlobals()
  await page.viewport(1440, 900)
})

async function renderEditor(saved?: { etag: string; version: number }) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ problems: [], outcome: null })))
  return renderInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <CustomTypeEditor
        org="acme"
        base={base}
        {...(saved && { saved })}
        refusal={null}
        cancel={null}
        onSaved={() => {}}
      />
    </QueryClientProvider>,
  )
}

it('saves no version that is as the one before, whatever its comment', async () => {
  await renderEditor({ etag: '"a"', version: 1 })
  const save = page.getByRole('button', { name: 'Save new version' })
  await expect.element(page.getByText('Nothing is changed')).toBeVisible()
  await expect.element(save).toBeDisabled()
  await page.getByRole('textbox', { name: 'Comment' }).fill('Again')
  await expect.element(page.getByText('Nothing is changed')).toBeVisible()
  await expect.element(save).toBeDisabled()
  await page.getByRole('textbox', { name: 'Rule 1' }).fill('.lines >= 90')
  await expect.element(page.getByText('No errors')).toBeVisible()
  await expect.element(save).toBeEnabled()
})

it('gives labels of the summary a line of their own on phones', async () => {
  await page.viewport(390, 844)
  await renderEditor()
  const label = page.getByRole('textbox', { name: 'Label 1' })
  const expression = page.getByRole('textbox', { name: 'Expression 1' })
  await expect.element(label).toBeVisible()
  const [one, other] = [label, expression].map((field) => field.element().getBoundingClientRect())
  expect(other!.top).toBeGreaterThan(one!.bottom)
  expect(other!.width).toBeGreaterThan(240)
})
