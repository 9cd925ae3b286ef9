import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import type { listEnvironments } from '#contract/environment/environment.ts'
import type { EndpointQuery } from '#web/api/endpoint-query.ts'
import { SelectorField } from './selector-field.tsx'
import { editedSelector } from './selector.ts'
import { useFound } from './use-found.ts'

const names = ['archive', 'load-test', 'staging']

/** Answers after a while, as a service does. */
const namesQuery = (text: string) =>
  ({
    queryKey: ['listEnvironments', {}, { text }],
    queryFn: async () => {
      await new Promise((done) => setTimeout(done, 300))
      return { environments: names.filter((name) => name.includes(text)).map((name) => ({ name })) }
    },
  }) as unknown as EndpointQuery<typeof listEnvironments>

const client = new QueryClient()
client.setQueryData(['listKnownTags', { org: 'o', resource_type: 'environment' }], [])

function Environments() {
  const [text, setText] = useState('')
  const [selected, setSelected] = useState<string[]>([])
  const { found } = useFound(text, namesQuery)
  return (
    <SelectorField
      org="o"
      record="environment"
      label="Environments"
      named={{
        selected,
        found: found?.environments.map(({ name }) => name),
        onText: setText,
        onChange: setSelected,
      }}
      selector={editedSelector(null)}
      error={null}
      hint={`chosen: ${selected.join(' ')}`}
      onChange={() => undefined}
    />
  )
}

it('adds the name that was pasted, not one of the list before', async () => {
  await render(
    <QueryClientProvider client={client}>
      <Environments />
    </QueryClientProvider>,
  )
  const field = page.getByRole('combobox', { name: 'Environments' })
  await field.click()
  await expect.element(page.getByRole('option', { name: 'archive' })).toBeVisible()
  await field.fill('staging')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('chosen: staging', { exact: true })).toBeVisible()
  await expect.element(field).toHaveValue('')
})
