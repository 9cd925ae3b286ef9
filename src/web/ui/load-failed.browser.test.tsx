import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { LoadFailed } from './load-failed.tsx'

it('says what is missing, and asks again when Retry is pressed', async () => {
  const ask = vi.fn()
  const screen = await render(<LoadFailed what="The history" onRetry={ask} />)
  const note = screen.getByRole('note')
  await expect.element(note).toHaveTextContent('The history could not be loaded.')
  await note.getByRole('button', { name: 'Retry' }).click()
  expect(ask).toHaveBeenCalledOnce()
})

it('announces why something was refused that was just typed', async () => {
  const screen = await render(
    <LoadFailed what="The history" reason="This needs the role admin." onRetry={() => undefined} />,
  )
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This needs the role admin.')
  expect(screen.container.textContent).not.toContain('The history')
})

it('offers no other try where there is none', async () => {
  const screen = await render(<LoadFailed what="This attestation" />)
  await expect.element(screen.getByRole('note')).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})
