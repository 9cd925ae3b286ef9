import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useBlocker,
  useNavigate,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useAfterSave } from './use-change.ts'

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
  const root = createRootRoute()
  const page = (path: string, component?: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const router = createRouter({
    routeTree: root.addChildren([page('form', Form), page('saved'), page('elsewhere')]),
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

test.each([
  ['leads nowhere', ['/elsewhere']],
  ['leads nowhere from the same page, opened anew', ['/elsewhere', '/form']],
])('a save that is answered after its page was left %s', async (_, visited) => {
  const { router, answer, answered } = await renderForm()
  for (const href of visited) await router.navigate({ href })
  answer()
  await answered
  await new Promise((resolve) => setTimeout(resolve))
  expect(router.latestLocation.pathname).toBe(visited.at(-1))
})
