import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'

/** Renders what links to other pages; `router` says where it went. */
export async function renderInRouter(content: ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const screen = await render(
    <RouterContextProvider router={router}>{content}</RouterContextProvider>,
  )
  return { screen, router }
}
