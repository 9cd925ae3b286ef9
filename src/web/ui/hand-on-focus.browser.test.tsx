import { type ReactNode, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { beforeAll, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import type { PolicyDraft } from '#domain/policy/policy-draft.ts'
import { type EditedTarget, emptyTarget } from '#web/notification/editor/draft.ts'
import { TargetsField } from '#web/notification/editor/targets-field.tsx'
import { RulesForm } from '#web/policy/editor/rules-form.tsx'
import { TagsField } from '#web/record/key-value-field.tsx'
import { SelectionFrame } from '#web/record/selection-frame.tsx'
import { loadLayers } from './late-layer.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })

function InForm(props: { values: object; children: ReactNode }) {
  const form = useForm({ defaultValues: props.values })
  return (
    <FormProvider {...form}>
      <main>{props.children}</main>
    </FormProvider>
  )
}

function Targets(props: { targets: EditedTarget[] }) {
  const [isTesting, setTesting] = useState(false)
  return (
    <InForm values={{ targets: props.targets }}>
      <TargetsField
        isTesting={isTesting}
        onTest={() => setTesting(true)}
        renderResult={() => null}
      />
    </InForm>
  )
}

function Rules() {
  const [draft, setDraft] = useState<PolicyDraft>({
    provenance: null,
    trail_compliance: null,
    attestations: [],
  })
  return (
    <main>
      <RulesForm draft={draft} isWaiting={false} onChange={setDraft} />
    </main>
  )
}

function Selected() {
  const [isSelected, setSelected] = useState(true)
  return (
    <main>
      <table>
        <tbody>
          <tr data-index={0}>
            <td>
              <button tabIndex={0}>Select row</button>
            </td>
          </tr>
        </tbody>
      </table>
      <button>Rows per page</button>
      {isSelected && (
        <SelectionFrame count={1} refusal={null} onClear={() => setSelected(false)}>
          {null}
        </SelectionFrame>
      )}
    </main>
  )
}

beforeAll(async () => {
  loadLayers()
  await import('./layers.ts')
})

const mail = { ...emptyTarget('EMAIL'), email: 'a@example.com' }

it('goes on to the next target when one is removed, then to what adds another', async () => {
  await render(<Targets targets={[mail, mail]} />)
  await button('Remove target 1').click()
  await expect.element(button('Test')).toHaveFocus()
  await button('Remove target 1').click()
  await expect.element(page.getByRole('listitem').getByRole('button').first()).toHaveFocus()
})

it('stays on the test of a target while that runs', async () => {
  await render(<Targets targets={[mail]} />)
  await button('Test').click()
  await expect.element(button('Test')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Test')).toHaveFocus()
})

it('goes to the first field of a target that is added', async () => {
  await render(<Targets targets={[mail]} />)
  await page.getByRole('listitem').last().getByRole('button', { name: 'Slack' }).click()
  await expect.element(page.getByLabelText('Webhook URL')).toHaveFocus()
})

// At a second try the list of the types would be loaded.
it('goes to what is added to rules of a policy, and on when that goes', { retry: 0 }, async () => {
  await render(<Rules />)
  const add = button('Add an attestation')
  await add.click()
  const rule = page.getByRole('group', { name: 'Attestation 1' })
  await expect.element(rule.getByRole('combobox', { name: 'Type' })).toHaveFocus()
  await button('Add a condition to attestation 1').click()
  await expect.element(rule.getByRole('textbox', { name: /^Asked only where/ })).toHaveFocus()
  await button('Remove: Asked only where, attestation 1').click()
  await expect.element(button('Add a condition to attestation 1')).toHaveFocus()
  await button('Remove attestation 1').click()
  await expect.element(add).toHaveFocus()
})

it('goes on to the next tag when one is removed', async () => {
  await render(
    <InForm values={{ tags: [{ key: 'team', value: 'a' }] }}>
      <TagsField />
    </InForm>,
  )
  await button('Remove tag 1').click()
  await expect.element(button('Add tag')).toHaveFocus()
})

it('returns to the rows when nothing is selected any more', async () => {
  await render(<Selected />)
  await button('Clear').click()
  await expect.element(button('Select row')).toHaveFocus()
})
