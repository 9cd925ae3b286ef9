import { useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { PickField } from './pick-field.tsx'

const names = ['ledger-fn', 'ledger-uat', 'prod-eu']

function Environments() {
  const [text, setText] = useState('')
  const [selected, setSelected] = useState<string[]>([])
  return (
    <>
      <PickField
        label="Environments"
        find="Find environments by name"
        none="No environment of this name."
        text={text}
        onText={setText}
        found={names.filter((name) => name.includes(text))}
        selected={selected}
        hint="At least one"
        onChange={setSelected}
      />
      <output>{selected.join(' ')}</output>
    </>
  )
}

/** Finds nothing for a text before the answer about it came. */
function Slow() {
  const [text, setText] = useState('')
  const [answered, setAnswered] = useState('')
  const [selected, setSelected] = useState<string[]>([])
  return (
    <>
      <PickField
        label="Environments"
        find="Find environments by name"
        none="No environment of this name."
        text={text}
        onText={setText}
        found={answered === text ? names.filter((name) => name.includes(text)) : undefined}
        selected={selected}
        hint="At least one"
        onChange={setSelected}
      />
      <button type="button" onClick={() => setAnswered(text)}>
        Answer
      </button>
      <output>{selected.join(' ')}</output>
    </>
  )
}

/** The answer comes without a press, which would close the list. */
const answer = () =>
  document.querySelectorAll('button').forEach((button) => {
    if (button.textContent === 'Answer') button.click()
  })

const field = page.getByRole('combobox', { name: 'Environments' })
const result = page.getByRole('status')

/** The option that the field points at for screen readers. */
const enterTakes = () =>
  document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '')?.textContent

it('finds by a part of the name, adds with Enter and removes the last with Backspace', async () => {
  await render(<Environments />)
  await userEvent.tab()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('led')
  await expect.element(page.getByRole('option', { name: 'ledger-fn' })).toBeVisible()
  await expect.poll(enterTakes).toBe('ledger-fn')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toHaveAttribute('aria-activedescendant')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(enterTakes).toBe('ledger-fn')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(enterTakes).toBe('ledger-uat')
  await userEvent.keyboard('{Enter}')
  await expect.element(result).toHaveTextContent('ledger-uat')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await userEvent.keyboard('prod{Enter}')
  await expect.element(result).toHaveTextContent('ledger-uat prod-eu')
  await userEvent.keyboard('{Backspace}')
  await expect.element(result).toHaveTextContent(/^ledger-uat$/)
  await page.getByRole('button', { name: 'Remove ledger-uat' }).click()
  await expect.element(result).toHaveTextContent('')
  await expect.element(field).toHaveFocus()
})

it('closes on Escape, and says that nothing is found', async () => {
  await render(<Environments />)
  await field.click()
  await userEvent.keyboard('mars')
  await expect.element(page.getByText('No environment of this name.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('No environment of this name.')).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
})

it('adds what was typed before it was found, and nothing else', async () => {
  await render(<Slow />)
  await field.click()
  await expect.element(page.getByRole('option', { name: 'ledger-fn' })).toBeVisible()
  await field.fill('prod-eu')
  await expect.element(page.getByText('Loading')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(result).toHaveTextContent('')
  answer()
  await expect.element(result).toHaveTextContent(/^prod-eu$/)
  await expect.element(field).toHaveValue('')

  answer()
  await field.fill('ledger')
  await userEvent.keyboard('{Enter}')
  answer()
  await expect.element(page.getByRole('option', { name: 'ledger-fn' })).toBeVisible()
  await expect.element(result).toHaveTextContent(/^prod-eu$/)
  await userEvent.keyboard('{Enter}')
  await expect.element(result).toHaveTextContent('ledger-fn prod-eu')
})

it('says of names that are all chosen that they are, not that there is none', async () => {
  await render(<Environments />)
  for (const name of ['ledger-fn', 'ledger-uat']) {
    await userEvent.fill(field, name)
    await userEvent.keyboard('{Enter}')
    await expect.element(result).toHaveTextContent(name)
  }
  await userEvent.fill(field, 'ledger')
  await expect.element(page.getByText('Everything that was found is selected.')).toBeVisible()
  await userEvent.fill(field, 'nothing')
  await expect.element(page.getByText('No environment of this name.')).toBeVisible()
})
