import { expect, test } from 'vitest'
import { codeMarkdown, linkMarkdown, plainMarkdown } from './markdown-text.ts'

test.each([
  ['unit tests', 'unit tests'],
  ['*bold* _it_ `code`', '\\*bold\\* \\_it\\_ \\`code\\`'],
  ['<img src=x onerror=alert(1)>', '\\<img src=x onerror=alert\\(1\\)\\>'],
  ['[a](http://b.c)', '\\[a\\]\\(http\\://b.c\\)'],
  ['a | b\n# c', 'a \\| b \\# c'],
  ['- item-1', '\\- item-1'],
  ['1. first', '1\\. first'],
  ['@team, see www.acme.example', '\\@team, see www\\.acme.example'],
  ['back\\slash', 'back\\\\slash'],
])('%s is only text', (text, markdown) => {
  expect(plainMarkdown(text)).toBe(markdown)
})

test.each([
  ['abc', '`abc`'],
  ['a`b', '``a`b``'],
  ['`a`', '`` `a` ``'],
  ['a|b', '`a\\|b`'],
])('%s is code', (text, markdown) => {
  expect(codeMarkdown(text)).toBe(markdown)
})

test('links go to the web only, and end where they should', () => {
  expect(linkMarkdown('CI', 'https://ci.example/a(1)')).toBe('[CI](https://ci.example/a%281%29)')
  expect(linkMarkdown('', 'https://ci.example/run')).toBe(
    '[ci.example/run](https://ci.example/run)',
  )
  expect(linkMarkdown('x', 'javascript:alert(1)')).toBe('x')
  expect(linkMarkdown('a](b', 'https://ci.example/')).toBe('[a\\]\\(b](https://ci.example/)')
})
