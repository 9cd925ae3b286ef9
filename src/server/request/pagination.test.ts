import { expect, it } from 'vitest'
import { Links } from '#server/platform/links.ts'
import { linkedPage, pagination } from './pagination.ts'

const links = new Links('https://cairn.example.com')
const url = '/api/v2/builds/acme?repo_name=a%2Fb&tag=x&tag=y'
const address = `https://cairn.example.com${url}`
const linked = (total: number, page: number, per_page: number) =>
  linkedPage(links, url, total, { page, per_page })

it.each([
  [0, 15, 1],
  [15, 15, 1],
  [16, 15, 2],
  [7, 0, 0],
])('%i items in pages of %i are %i pages', (total, per_page, pages) => {
  expect(linked(total, 1, per_page).total_pages).toBe(pages)
  expect(pagination(total, { page: 1, per_page }).page_count).toBe(pages)
})

it('links to the neighbouring pages that exist, keeping the filters', () => {
  const at = (page: number) => ({ href: `${address}&page=${page}` })
  const self = { href: address }
  expect(linked(45, 2, 15)._links).toEqual({
    self,
    first: at(1),
    last: at(3),
    next: at(3),
    prev: at(1),
  })
  expect(linked(45, 3, 15)._links).toEqual({ self, first: at(1), last: at(3), prev: at(2) })
  expect(linked(45, 9, 15)._links).toEqual({ self, first: at(1), last: at(3), prev: at(3) })
  expect(linked(0, 1, 15)._links).toEqual({ self, first: at(1), last: at(1) })
  expect(linked(7, 1, 0)._links).toEqual({ self, first: at(1), last: at(1) })
})
