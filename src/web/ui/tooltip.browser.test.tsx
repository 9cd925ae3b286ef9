import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Button } from './button.tsx'
import { TimeAgo } from './time.tsx'
import { tipText } from './tip-text.ts'
import { Tooltip } from './tooltip.tsx'

const at = Date.parse('2026-11-20T06:18:04Z') / 1_000
const tip = page.getByText(/20 Nov 2026, 06:18:04 UTC/)

const show = () =>
  render(
    <>
      <a href="#trail">
        Started <TimeAgo at={at} />
      </a>
      <p data-testid="fact">
        <TimeAgo at={at} />
      </p>
      <Tooltip />
    </>,
  )

it('tells a moment in both zones while a link with it has the focus of the keyboard', async () => {
  const resolve = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  await show()
  expect(resolve, 'the first format of a page takes long to make').not.toHaveBeenCalled()
  await userEvent.tab()
  await expect.element(tip).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(tip).not.toBeInTheDocument()
})

it('tells a moment that stands by itself, and the first of a row whose name has the focus', async () => {
  await render(
    <>
      <p>
        Reported <TimeAgo at={at} />
      </p>
      <table>
        <tbody>
          <tr>
            <td>
              <a href="#prod">prod-eu</a>
            </td>
            <td>
              <TimeAgo at={at - 60} />
            </td>
          </tr>
        </tbody>
      </table>
      <Tooltip />
    </>,
  )
  await userEvent.tab()
  await expect.element(tip).toBeVisible()
  await expect.element(page.getByRole('time').first()).toHaveAccessibleDescription(/06:18:04 UTC/)
  await userEvent.tab()
  await expect.element(page.getByRole('link', { name: 'prod-eu' })).toHaveFocus()
  await expect.element(page.getByText(/20 Nov 2026, 06:17:04 UTC/)).toBeVisible()
  await userEvent.tab()
  await expect.element(page.getByText(/06:1\d:04 UTC/)).not.toBeInTheDocument()
})

it('tells it after a tap, and not after a press of a mouse', async () => {
  await show()
  const time = page.getByTestId('fact').element().querySelector('time')
  const press = (pointerType: string) =>
    time?.dispatchEvent(new PointerEvent('pointerup', { pointerType, bubbles: true }))
  press('mouse')
  await expect.element(tip).not.toBeInTheDocument()
  press('touch')
  await expect.element(tip).toBeVisible()
  for (const type of ['pointerdown', 'pointerup', 'click']) {
    document.body.dispatchEvent(new PointerEvent(type, { pointerType: 'touch', bubbles: true }))
  }
  await expect.element(tip).not.toBeInTheDocument()
})

it('tells an icon and a text that is cut to a pointer that rests, and Escape hides it', async () => {
  await render(
    <>
      <Button icon aria-label="Copy address">
        ⧉
      </Button>
      <p className="truncate">payments</p>
      <p
        className="truncate"
        style={{ width: '4rem', overflow: 'hidden', textOverflow: 'ellipsis' }}
      >
        statements-batch-of-the-month
      </p>
      <Tooltip />
    </>,
  )
  const copy = page.getByRole('button', { name: 'Copy address' })
  const shown = page.getByRole('tooltip')
  await copy.hover()
  await expect.element(shown).toHaveTextContent('Copy address')
  await expect.element(copy).toHaveAttribute('title', '')
  await userEvent.keyboard('{Escape}')
  await expect.element(shown).not.toBeInTheDocument()
  await expect.element(copy).toHaveAttribute('title', 'Copy address')
  await page.getByText('statements-batch').hover()
  await expect.element(shown).toHaveTextContent('statements-batch-of-the-month')
  for (const x of [40, 10]) {
    await page.getByText('payments').hover({ position: { x, y: 5 } })
  }
  await expect.element(shown).not.toBeInTheDocument()
})

it('tells nothing of a button whose menu is open: it would cover that', async () => {
  await render(
    <Button icon aria-label="Page actions" aria-expanded>
      …
    </Button>,
  )
  const button = page.getByRole('button').element()
  expect(tipText(button)).toBe('')
  button.ariaExpanded = 'false'
  expect(tipText(button)).toBe('Page actions')
})

it('tells nothing where an action has moved the focus', async () => {
  const open = () => page.getByRole('button', { name: 'Second' }).element()
  await render(
    <>
      <Button icon aria-label="First" onClick={() => (open() as HTMLElement).focus()}>
        1
      </Button>
      <Button icon aria-label="Second">
        2
      </Button>
      <Tooltip />
    </>,
  )
  await userEvent.tab()
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('First')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Second' })).toHaveFocus()
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()
})

it('says why a button is refused to the focus of the keyboard and after a tap', async () => {
  await render(
    <>
      <Button refusal="This needs the role admin">Revoke</Button>
      <Button>Copy</Button>
      <Tooltip />
    </>,
  )
  const why = page.getByText('This needs the role admin')
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Revoke' })).toHaveFocus()
  await expect.element(why).toBeVisible()
  await userEvent.tab()
  await expect.element(why).not.toBeInTheDocument()
  const tap = new PointerEvent('pointerup', { pointerType: 'touch', bubbles: true })
  page.getByRole('button', { name: 'Revoke' }).element().dispatchEvent(tap)
  await expect.element(why).toBeVisible()
})
