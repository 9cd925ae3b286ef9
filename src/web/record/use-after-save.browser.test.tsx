import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  useBlocker,
  useNavigate,
} from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useAfterSave } from './use-after-save.ts'

/** A page with a form that asks before it is left, and saves when its answer comes. */
async function renderForm() {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  function Form() {
    const navigateAfterSave = useAfterSave(useNavigate())
    useBlocker({ shouldBlockFn: ({ next }) => next.pathname === '/saved', withResolver: true })
    const save = async () => {
      await answered
      await navigateAfterSave({ href: '/saved' })
    }
    return <button onClick={() => void save()}>Save</button>
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Form }),
    history: createMemoryHistory({ initialEntries: ['/form'] }),
  })
  const screen = await render(<RouterProvider router={router} />)
  await screen.getByRole('button', { name: 'Save' }).click()
  return { router, answer, answered }
}

test('a saved form leads on without asking about what was typed', async () => {
  const { router, answer } = await renderForm()
  answer()
  await expect.poll(() => router.state.location.pathname).toBe('/saved')
})

test('a save that is answered after its page was left leads nowhere', async () => {
  const { router, answer, answered } = await renderForm()
  await router.navigate({ href: '/elsewhere' })
  answer()
  await answered
  await new Promise((resolve) => setTimeout(resolve))
  expect(router.latestLocation.pathname).toBe('/elsewhere')
})
