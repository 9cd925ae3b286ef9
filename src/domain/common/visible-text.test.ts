import { expect, it } from 'vitest'
import { visibleText, withoutDeceptive } from './visible-text.ts'

it.each([
  ['invoice\u202egnp.exe', 'invoice‹202E›gnp.exe', 'invoice_gnp.exe'],
  ['a\u2066b\u2069', 'a‹2066›b‹2069›', 'a_b_'],
  ['pay\u200bments\ufeff', 'pay‹200B›ments‹FEFF›', 'pay_ments_'],
  ['ünïcode 👩‍👩‍👧 می‌خواهم', 'ünïcode 👩‍👩‍👧 می‌خواهم', 'ünïcode 👩‍👩‍👧 می‌خواهم'],
])('%j reads as %s, and is saved as %s', (name, visible, saved) => {
  expect([visibleText(name), withoutDeceptive(name, '_')]).toEqual([visible, saved])
})
