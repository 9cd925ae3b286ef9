import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { FilterBar } from './filter-bar.tsx'
import type { Filter } from './filter.ts'

interface Search {
  name?: string | undefined
  verdict?: string[]
  team?: string[]
  tag?: string | undefined
}

const teams = Array.from({ length: 14 }, (_, index) => ({
  value: `team-${index}`,
  label: `team-${index}`,
  count: index,
}))

const suggest = {
  queryKey: ['tags'],
  queryFn: () => Promise.resolve([{ text: 'tier:prod', count: 9 }, { text: 'tier:batch' }]),
}

function Bar(props: { search?: Search }) {
  const [search, setSearch] = useState<Search>(props.search ?? {})
  const narrow = (change: Search) => setSearch({ ...search, ...change })
  const filters: Filter[] = [
    {
      kind: 'choice',
      label: 'Verdict',
      isMultiple: true,
      options: [
        { value: 'good', label: 'Compliant', count: 204 },
        { value: 'bad', label: 'Non-compliant', count: 14 },
      ],
      selected: search.verdict ?? [],
      onChange: (verdict) => narrow({ verdict }),
    },
    {
      kind: 'choice',
      label: 'Team',
      isMultiple: true,
      options: teams,
      selected: search.team ?? [],
      onChange: (team) => narrow({ team }),
    },
    {
      kind: 'text',
      label: 'Tag',
      isRare: true,
      value: search.tag,
      suggest,
      onChange: (tag) => narrow({ tag }),
    },
  ]
  return (
    <QueryClientProvider client={new QueryClient()}>
      <FilterBar
        name={{
          kind: 'text',
          label: 'Filter by name',
          value: search.name,
          onChange: (name) => narrow({ name }),
        }}
        filters={filters}
        onClear={() => setSearch({})}
      />
      <p>search: {JSON.stringify(search)}</p>
    </QueryClientProvider>
  )
}

const says = (search: Search) =>
  expect.element(page.getByText(`search: ${JSON.stringify(search)}`, { exact: true })).toBeVisible()
const button = (name: string) => page.getByRole('button', { name, exact: true })

it('applies a choice at once, names it on its chip, and takes it away', async () => {
  await page.viewport(1200, 700)
  await render(<Bar />)
  await button('Verdict').click()
  await page.getByRole('checkbox', { name: 'Compliant 204' }).click()
  await says({ verdict: ['good'] })
  await page.getByRole('checkbox', { name: 'Non-compliant 14' }).click()
  await says({ verdict: ['good', 'bad'] })
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Verdict: Compliant or Non-compliant')).toHaveFocus()
  await button('Clear Verdict: Compliant or Non-compliant').click()
  await says({ verdict: [] })
  await expect.element(button('Verdict')).toHaveFocus()
})

it('finds one of many values by keys, the most frequent first', async () => {
  await page.viewport(1200, 700)
  await render(<Bar />)
  await button('Team').click()
  await expect.element(page.getByRole('combobox')).toHaveFocus()
  await expect.element(page.getByRole('option').first()).toHaveTextContent('team-1313')
  await userEvent.keyboard('team-1{ArrowDown}{Enter}')
  await says({ team: ['team-12'] })
  await expect
    .element(page.getByRole('option', { name: 'team-12' }))
    .toHaveAttribute('aria-checked', 'true')
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await says({ team: ['team-12', 'team-13'] })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await says({ team: ['team-13'] })
})

it('offers texts that are known, and takes what is typed', async () => {
  await page.viewport(1200, 700)
  await render(<Bar />)
  await expect.element(button('Tag')).not.toBeInTheDocument()
  await button('More filters').click()
  await button('Tag').click()
  await expect.element(page.getByRole('option', { name: 'tier:prod 9' })).toBeVisible()
  await userEvent.keyboard('tier{ArrowDown}{Enter}')
  await says({ tag: 'tier:prod' })
  await button('Tag: tier:prod').click()
  await page.getByRole('combobox').fill('tier')
  await userEvent.keyboard('{Enter}')
  await says({ tag: 'tier' })
  await button('Clear all').click()
  await says({})
  await expect.element(button('Tag')).toHaveFocus()
})

it('is one sheet on phones, with the filters that are set beside its button', async () => {
  await page.viewport(390, 700)
  await render(<Bar search={{ verdict: ['bad'] }} />)
  await expect.element(page.getByRole('group', { name: 'Filters' })).not.toBeInTheDocument()
  await expect.element(button('Clear Verdict: Non-compliant')).toBeVisible()
  await button('Filters').click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('checkbox', { name: 'Compliant 204', exact: true }).click()
  await sheet.getByRole('button', { name: 'Show' }).click()
  await says({ verdict: ['bad', 'good'] })
})
