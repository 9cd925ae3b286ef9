import { useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { FieldNote, TextField } from './field.tsx'
import { Form } from './form.tsx'

function Asked(props: { faults: readonly string[]; send: () => Promise<void> }) {
  const [shown, setShown] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const errorOf = (name: string) => (shown.includes(name) ? 'This is needed' : null)
  const submit = async () => {
    setBusy(true)
    await props.send()
    setShown(props.faults)
    setBusy(false)
  }
  return (
    <Form onSubmit={submit}>
      <TextField label="Name" error={errorOf('name')} />
      <fieldset>
        <CheckLine label="Slack" checked={false} onChange={() => {}} />
        <FieldNote id="targets" error={errorOf('targets')} />
      </fieldset>
      <TextField label="Reason" error={errorOf('reason')} />
      <button type="submit" disabled={isBusy}>
        Save
      </button>
    </Form>
  )
}

it.each([
  [['reason', 'name'], page.getByLabelText('Name')],
  [['reason', 'targets'], page.getByRole('checkbox', { name: 'Slack' })],
  [['reason'], page.getByLabelText('Reason')],
  // Nothing is at fault: who pressed the button goes on from there.
  [[], page.getByRole('button', { name: 'Save' })],
])('goes to the first fault of %j once the answer is there', async (faults, first) => {
  let answer = () => {}
  const send = () => new Promise<void>((resolve) => (answer = resolve))
  await render(<Asked faults={faults} send={send} />)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  answer()
  await expect.element(first).toHaveFocus()
})
