import { describe, expect, it } from 'vitest'
import { maxText, readEvidence } from './evidence-file.ts'

const text = (content: string) => new TextEncoder().encode(content)
const bytes = (start: string) =>
  Uint8Array.from(`${start}${'\0'.repeat(20)}`, (c) => c.charCodeAt(0))

describe('an evidence file is what is in it', () => {
  it.each([
    ['a picture', bytes('\x89PNG\r\n\x1a\n'), { kind: 'image', type: 'image/png' }],
    ['a photograph', bytes('\xff\xd8\xff\xe0'), { kind: 'image', type: 'image/jpeg' }],
    ['a moving picture', bytes('GIF89a'), { kind: 'image', type: 'image/gif' }],
    ['a web picture', bytes('RIFF\x10\0\0\0WEBP'), { kind: 'image', type: 'image/webp' }],
    ['a document', bytes('%PDF-1.7'), { kind: 'pdf' }],
    ['an archive', bytes('\x1f\x8b\x08'), { kind: 'gzip' }],
    ['a program', bytes('\x7fELF'), { kind: 'binary' }],
    ['broken text', Uint8Array.of(0x61, 0xff, 0x62), { kind: 'binary' }],
    ['nothing', new Uint8Array(), { kind: 'empty' }],
    ['an object', text(' {"a": [1, null]}\n'), { kind: 'json', value: { a: [1, null] } }],
    ['a lone number', text('42'), { kind: 'text', text: '42', isMarkup: false, isCut: false }],
    [
      'half an object',
      text('{"a":'),
      { kind: 'text', text: '{"a":', isMarkup: false, isCut: false },
    ],
    [
      'wide text',
      Uint8Array.of(0xff, 0xfe, 0x68, 0, 0x69, 0),
      { kind: 'text', text: 'hi', isMarkup: false, isCut: false },
    ],
  ])('%s', (_what, content, expected) => {
    expect(readEvidence(content)).toEqual(expected)
  })

  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
    '<!doctype html><script>alert(1)</script>',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    '\n  <img src=x onerror=alert(1)>',
  ])('keeps markup a text: %s', (markup) => {
    const read = readEvidence(text(markup))
    expect(read).toMatchObject({ kind: 'text', isMarkup: true })
    expect('text' in read && read.text.replaceAll('>\n<', '><')).toBe(markup)
  })

  it('shows the beginning of what is long', () => {
    const read = readEvidence(text('x'.repeat(maxText + 1)))
    expect(read).toMatchObject({ kind: 'text', isCut: true })
    expect('text' in read && read.text).toHaveLength(maxText)
    expect(readEvidence(text(JSON.stringify({ a: 'x'.repeat(2_000_000) }))).kind).toBe('text')
  })
})
