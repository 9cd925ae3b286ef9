import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'

const name = 'exe\u202egnp.tsop'
const shown = 'exe‹202E›gnp.tsop'
const Passing = (props: { title: string; children: ReactNode }) => <p {...props} />

it('writes out what hides or turns text round, in every place of an element where text stands', async () => {
  await render(
    <main aria-label={name}>
      {name}
      <>
        {[name, 'plain'].map((one) => one)} by {name}
      </>
      <Passing title={name}>{name}</Passing>
      <img alt={name} />
      <input aria-label="Name" placeholder={name} defaultValue={name} />
    </main>,
  )
  const main = page.getByRole('main', { name: shown })
  await expect.element(main).toHaveTextContent(`${shown}${shown}plain by ${shown}${shown}`)
  await expect.element(page.getByTitle(shown)).toHaveTextContent(shown)
  await expect.element(page.getByRole('img', { name: shown })).toBeInTheDocument()
  await expect.element(page.getByPlaceholder(shown)).toHaveValue(name)
})
