import type { BrowserContext, Locator, Page } from '@playwright/test'

/** Somebody who does a task by mouse or by finger; every press is counted. */
export interface Person {
  page: Page
  /** Clicks or taps, after waiting until the target is there. */
  press(target: Locator): Promise<void>
  /** Presses into a field and types. */
  type(field: Locator, text: string): Promise<void>
  /** Goes to a page of the frame, whose menu is closed on phones. */
  goTo(name: string): Promise<void>
  /** Narrows a list by an option of a filter; on phones filters stand behind a button. */
  filter(name: string, option: RegExp): Promise<void>
  /** Finds a record by the search and opens it. */
  search(text: string, record: RegExp): Promise<void>
  /** Chooses in a field that searches as one types. */
  choose(field: string, text: string, option: RegExp): Promise<void>
}

/** Presses, and seconds until the end of the task. */
export interface Effort {
  presses: number
  seconds: number
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** Lets a person walk from an open page and returns what it took. */
export async function walk(
  context: BrowserContext,
  address: string,
  task: (person: Person) => Promise<void>,
): Promise<Effort> {
  const page = await context.newPage()
  let presses = 0
  const press = async (target: Locator) => {
    presses += 1
    await (isPhone(page) ? target.tap() : target.click())
  }
  const type = async (field: Locator, text: string) => {
    await press(field)
    await page.keyboard.type(text)
  }
  const begun = performance.now()
  try {
    await page.goto(address)
    await task({
      page,
      press,
      type,
      goTo: async (name) => {
        if (isPhone(page)) await press(page.getByRole('button', { name: 'Menu' }))
        const links = page.getByRole('link', { name, exact: true })
        await press(isPhone(page) ? page.getByRole('dialog').locator(links) : links.first())
        // Walks begin at the overview, which has links of the same names.
        await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor({ state: 'hidden' })
      },
      filter: async (name, option) => {
        await press(
          page.getByRole('button', { name: isPhone(page) ? 'Filters' : name, exact: true }),
        )
        await press(page.getByRole('listbox', { name }).getByRole('option', { name: option }))
        if (isPhone(page)) await press(page.getByRole('button', { name: 'Close' }))
        else await page.keyboard.press('Escape')
      },
      search: async (text, record) => {
        await press(page.getByRole('button', { name: /^Search/ }))
        await page.getByRole('dialog').getByRole('combobox').waitFor()
        await page.keyboard.type(text)
        await press(page.getByRole('option', { name: record }).first())
      },
      choose: async (field, text, option) => {
        await type(page.getByRole('combobox', { name: field }), text)
        await press(page.getByRole('option', { name: option }).first())
      },
    })
    return { presses, seconds: (performance.now() - begun) / 1_000 }
  } finally {
    await page.close()
  }
}
