import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SelectionFrame } from '#web/record/selection-frame.tsx'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { Announcer } from '#web/ui/announcer.tsx'
import { ListBody, listOfRows } from './list-body.tsx'

const names = Array.from({ length: 60 }, (_, index) => `flow-${index}`)

function Flows() {
  const [name, setName] = useState<string>()
  const [at, setAt] = useState(1)
  const found = names.filter((one) => one.includes(name ?? ''))
  const rows = found.slice(25 * (at - 1), 25 * at)
  const page_count = Math.ceil(found.length / 25)
  const pagination = { page: at, per_page: 25, page_count, total: found.length }
  const onChange = (text: string | undefined) => {
    setAt(1)
    setName(text)
  }
  const text = { kind: 'text' as const, label: 'Filter by name', value: name, onChange }
  const list = listOfRows({ rows, text, filters: [], onClear: () => onChange(undefined) })
  return (
    <main
      onClickCapture={({ target }) => {
        // After the link has gone there.
        if ((target as Element).matches('nav a')) setTimeout(() => setAt(at + 1))
      }}
    >
      <ListBody list={{ ...list, pagination }} title="Flows" what="flow">
        <table aria-label="Flows">
          <tbody>
            {rows.map((one) => (
              <tr key={one}>
                <td>{one}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ListBody>
      <SelectionFrame count={25} refusal={null} onClear={() => {}}>
        {null}
      </SelectionFrame>
      <Announcer />
    </main>
  )
}

const told = page.getByRole('status')
const table = page.getByRole('table', { name: 'Flows' })

async function turnPage() {
  const link = page.getByRole('link', { name: 'Next' }).element() as HTMLElement
  link.focus()
  await userEvent.keyboard('{Enter}')
}

it('tells how many rows are selected, how many match, and which a page has, where the focus goes', async () => {
  await renderInRouter(<Flows />)
  await expect.element(told).toHaveTextContent('25 selected')
  await turnPage()
  await expect.element(table).toHaveFocus()
  await expect.element(told).toHaveTextContent('Rows 26 to 50 of 60')
  // The last page has no next one.
  await turnPage()
  await expect.element(page.getByText('flow-59')).toBeInTheDocument()
  await expect.element(table).toHaveFocus()
  const field = page.getByRole('searchbox', { name: 'Filter by name' })
  ;(field.element() as HTMLElement).focus()
  await userEvent.keyboard('flow-1')
  await expect.element(told).toHaveTextContent('11 flows match')
  await expect.element(field).toHaveFocus()
})
