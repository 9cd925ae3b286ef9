/** Invisible and text-reversing characters, except joiners, which scripts and emojis need. */
const deceptive = /[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu

/** Replaces characters that make a user's name look like another one. */
export const withoutDeceptive = (text: string, replacement: string) =>
  text.replace(deceptive, replacement)

/** Escapes invisible characters of a user's name: `U+202E` becomes `‹202E›`. */
export const visibleText = (text: string) =>
  text.replace(
    deceptive,
    (character) => `‹${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`,
  )
