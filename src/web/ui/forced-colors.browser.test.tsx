import { Link2 } from 'lucide-react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cdp, type Locator, page, userEvent } from 'vitest/browser'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { Button } from './button.tsx'
import { CheckLine } from './checkbox.tsx'
import { CommandPalette } from './command-palette.tsx'
import { Menu } from './menu.tsx'
import { MenuItem } from './menu-items.tsx'
import { RadioCards, RadioGroup } from './radio-group.tsx'
import { Switch } from './switch.tsx'
import { Tabs } from './tabs.tsx'

const emulate = (value: 'active' | 'none') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })

beforeEach(() => emulate('active'))
afterEach(() => emulate('none'))

/** Edges of an element and of what stands in it: all that can differ where colours are forced. */
const edgesOf = (locator: Locator) =>
  [locator.element(), ...locator.element().querySelectorAll('*')].map((element) => {
    const { outlineStyle, outlineColor, borderStyle, borderColor, backgroundColor, marginLeft } =
      getComputedStyle(element)
    return { outlineStyle, outlineColor, borderStyle, borderColor, backgroundColor, marginLeft }
  })

const options = [
  { value: 'yes', label: 'Yes', hint: '', icon: null },
  { value: 'no', label: 'No', hint: '', icon: null },
]
const ignore = () => {}

it('shows what is chosen, pressed or open by an edge where colours are forced', async () => {
  const { screen } = await renderInRouter(
    <>
      <CheckLine label="Checked" checked onChange={ignore} />
      <CheckLine label="Unchecked" checked={false} onChange={ignore} />
      <Switch label="On" isOn onTurn={ignore} />
      <Switch label="Off" isOn={false} onTurn={ignore} />
      <Button aria-pressed="true">Pressed</Button>
      <Button aria-pressed="false">Released</Button>
      <RadioGroup aria-label="Lines" options={options} value="yes" onChange={ignore} />
      <RadioCards aria-label="Cards" options={options} value="yes" onChange={ignore} />
      <Tabs
        label="Tabs"
        params={{}}
        tabs={[
          { label: 'Open', to: '.', isOpen: true, search: () => ({}) },
          { label: 'Other', to: '.', search: () => ({ tab: 'other' }) },
        ]}
      />
    </>,
  )
  const lines = screen.getByRole('radiogroup', { name: 'Lines' })
  const cards = screen.getByRole('radiogroup', { name: 'Cards' })
  const pairs: [Locator, Locator][] = [
    [
      screen.getByRole('checkbox', { name: 'Checked', exact: true }),
      screen.getByRole('checkbox', { name: 'Unchecked' }),
    ],
    [screen.getByRole('switch', { name: 'On' }), screen.getByRole('switch', { name: 'Off' })],
    [
      screen.getByRole('button', { name: 'Pressed' }),
      screen.getByRole('button', { name: 'Released' }),
    ],
    [lines.getByRole('radio', { name: 'Yes' }), lines.getByRole('radio', { name: 'No' })],
    [cards.getByRole('radio', { name: 'Yes' }), cards.getByRole('radio', { name: 'No' })],
    [screen.getByRole('link', { name: 'Open' }), screen.getByRole('link', { name: 'Other' })],
  ]
  for (const [chosen, other] of pairs) {
    await expect.element(chosen).toBeVisible()
    expect(edgesOf(chosen), chosen.element().outerHTML).not.toEqual(edgesOf(other))
  }
})

const outlineOf = (locator: Locator) => getComputedStyle(locator.element()).outlineStyle

it('outlines the row of a menu that the keys have reached', async () => {
  await renderInRouter(
    <Menu label="More" trigger={<Button>More</Button>}>
      <MenuItem onSelect={ignore}>Copy link</MenuItem>
      <MenuItem onSelect={ignore}>Raw JSON</MenuItem>
    </Menu>,
  )
  const row = (name: string) => page.getByRole('menuitem', { name })
  await page.getByRole('button', { name: 'More' }).click()
  await expect.element(row('Copy link')).toBeVisible()
  await userEvent.keyboard('{Home}')
  await expect.poll(() => outlineOf(row('Copy link'))).toBe('solid')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => outlineOf(row('Raw JSON'))).toBe('solid')
  expect(outlineOf(row('Copy link'))).toBe('none')
})

it('outlines the chosen row of the search', async () => {
  const rowNamed = (name: string) => ({
    id: name,
    icon: Link2,
    name,
    found: name,
    href: null,
    run: ignore,
  })
  await renderInRouter(
    <CommandPalette
      label="Search"
      text=""
      onText={ignore}
      groups={[{ label: 'Pages', rows: [rowNamed('Flows'), rowNamed('Builds')] }]}
      isFirstAwaited={false}
      status="2 results"
      renderFooter={() => null}
      onClose={ignore}
    />,
  )
  const row = (name: string) => page.getByRole('option', { name })
  await expect.element(row('Flows')).toBeVisible()
  await expect.poll(() => outlineOf(row('Flows'))).toBe('solid')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => outlineOf(row('Builds'))).toBe('solid')
  expect(outlineOf(row('Flows'))).toBe('none')
})
