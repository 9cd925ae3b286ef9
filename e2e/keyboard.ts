import { expect, type Locator, type Page } from '@playwright/test'

/** More presses of one key than any page needs, so that a part that keys cannot reach fails. */
const maxPresses = 120

/** Presses a key, Tab by default, until an element has the focus. */
export async function reach(target: Locator, key = 'Tab'): Promise<void> {
  const one = target.first()
  await one.waitFor()
  for (let press = 0; press < maxPresses; press += 1) {
    if (await one.evaluate((element) => element === document.activeElement)) return
    await one.page().keyboard.press(key)
  }
  throw new Error(`${String(target)} was not reached by ${maxPresses} presses of ${key}`)
}

/** Reaches a link or a button and presses Enter. */
export async function open(target: Locator): Promise<void> {
  await reach(target)
  await target.page().keyboard.press('Enter')
}

/** Types into the field that has the focus, and chooses what it offers. */
export async function choose(page: Page, text: string, option: RegExp): Promise<void> {
  await page.keyboard.type(text)
  await expect(page.getByRole('option', { name: option }).first()).toBeVisible()
  const chosen = page.locator('[role=option]:is([aria-selected=true], [data-selected=true])')
  for (let press = 0; press < maxPresses; press += 1) {
    // None is chosen for a moment while what is offered changes.
    const [now = ''] = await chosen.allTextContents()
    if (option.test(now.trim())) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}

/** Finds a record by the palette and opens it: as somebody who knows a name begins. */
export async function jump(page: Page, text: string, option: RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
  await page.keyboard.type(text)
  // While answers come, what stands first changes.
  await expect(page.getByRole('status').filter({ hasText: /results? in \d+ group/ })).toBeAttached()
  await choose(page, '', option)
}

/** Goes to a section of the rail by its letter. */
export async function goTo(page: Page, letter: string, heading: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
}
