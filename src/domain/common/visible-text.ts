/** Characters that turn text round, or that nobody sees; joiners that scripts and emojis need stay. */
const deceptive = /[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu

/** A name of a user without what would make it look like another: each such character is replaced. */
export const withoutDeceptive = (text: string, replacement: string) =>
  text.replace(deceptive, replacement)

/** A name of a user with what nobody would see written out: `U+202E` stands as `‹202E›`. */
export const visibleText = (text: string) =>
  text.replace(
    deceptive,
    (character) => `‹${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`,
  )
