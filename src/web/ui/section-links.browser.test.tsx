import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { SectionLinks } from './section-links.tsx'

afterEach(() => page.viewport(1440, 900))

const labels = ['All', 'Sign-in', 'Keys', 'Overrides and allow-lists', 'Reporting', 'Retention']
const sections = labels.map((label, at) => ({ id: at === 0 ? '' : `part-${at}`, label }))

it('shows the open section on a phone, where not all have room', async () => {
  await page.viewport(390, 844)
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <SectionLinks sections={sections} /> }),
    history: createMemoryHistory({ initialEntries: ['/#part-5'] }),
  })
  const screen = await render(<RouterProvider router={router} />)
  const bar = screen.getByRole('navigation', { name: 'Sections' })
  const isSeen = (name: string) => {
    const { left, right } = screen
      .getByRole('link', { name, exact: true })
      .element()
      .getBoundingClientRect()
    const frame = bar.element().getBoundingClientRect()
    return left >= frame.left && right <= frame.right
  }
  await expect.element(bar).toBeVisible()
  await expect.poll(() => isSeen('Retention')).toBe(true)
  expect(isSeen('All')).toBe(false)
  await router.navigate({ href: '/' })
  await expect.poll(() => isSeen('All')).toBe(true)
})
