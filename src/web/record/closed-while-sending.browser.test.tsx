import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import NewControlDialog from '#web/control/new-control-dialog.tsx'
import NewEnvironmentDialog from '#web/environment/new-environment-dialog.tsx'
import NewFlowDialog from '#web/flow/new-flow-dialog.tsx'
import NewAccountDialog from '#web/service-account/new-account-dialog.tsx'
import { renderInRouter } from '#web/testing/render-in-router.tsx'

afterEach(() => vi.unstubAllGlobals())

/** What is made answers once that is said; nothing is there before. */
function slowService() {
  let answer = () => {}
  const answered = new Promise<Response>((resolve) => {
    answer = () => resolve(Response.json('OK', { status: 201 }))
  })
  const sent = vi.fn((_: unknown, init?: RequestInit) =>
    init?.method === 'PUT' || init?.method === 'POST'
      ? answered
      : Promise.resolve(Response.json({ message: 'Not found' }, { status: 404 })),
  )
  vi.stubGlobal('fetch', sent)
  const isSent = () => sent.mock.calls.some(([, init]) => /PUT|POST/.test(init?.method ?? ''))
  return { answer, isSent }
}

const dialogs = {
  flow: NewFlowDialog,
  environment: NewEnvironmentDialog,
  control: NewControlDialog,
  'service account': NewAccountDialog,
}

it.each(
  Object.entries(dialogs).flatMap(([what, Dialog]) => [
    { what, Dialog, isClosed: false },
    { what, Dialog, isClosed: true },
  ]),
)('a new $what leads on, closed while it is sent: $isClosed', async ({ Dialog, isClosed }) => {
  const { answer, isSent } = slowService()
  const onCreated = vi.fn()
  const { screen } = await renderInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <Dialog org="acme" max="admin" onClose={() => undefined} onCreated={onCreated} />
    </QueryClientProvider>,
  )
  await page
    .getByRole('textbox', { name: /^(Name|Identifier)/ })
    .first()
    .fill('one')
  const name = page.getByRole('textbox', { name: /^Name/ })
  if (Dialog === NewControlDialog) await name.fill('One')
  await page.getByRole('button', { name: /^Create/ }).click()
  await expect.poll(isSent).toBe(true)
  if (isClosed) await screen.unmount()
  answer()
  if (isClosed) await new Promise((resolve) => setTimeout(resolve, 100))
  else await expect.poll(() => onCreated.mock.calls).toEqual([['one']])
  expect(onCreated).toHaveBeenCalledTimes(isClosed ? 0 : 1)
})
