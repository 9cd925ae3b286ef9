/** Room that a folder, an ending and most file systems leave for a name, in bytes. */
const mostBytes = 200

/** What no file may be called on some system, whatever its ending. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * A name that users gave, as one that unpacks everywhere: one segment, nothing hidden, no control
 * characters or those that turn text round.
 */
export function safeFileName(given: string): string {
  const plain = given
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]/gu, '_')
    .replace(/^[.\s-]+/, '_')
    .replace(/[.\s]+$/, '')
  const whole = reserved.test(plain) ? `_${plain}` : plain
  const ending = /\.[^.]{1,20}$/u.exec(whole)?.[0] ?? ''
  const stem = cut(whole.slice(0, whole.length - ending.length), mostBytes - bytes(ending))
  return stem + ending || 'evidence'
}

const bytes = (text: string) => Buffer.byteLength(text)

function cut(text: string, most: number): string {
  let kept = ''
  let size = 0
  for (const character of text) {
    size += bytes(character)
    if (size > most) return kept
    kept += character
  }
  return kept
}
