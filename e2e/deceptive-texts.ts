/** Runs in the page: texts that are shown or told, and hold signs that hide or turn text round. */
export function deceptiveTexts(): string[] {
  const signs = /[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u
  const texts: (string | null)[] = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode.textContent)
  const told = ['title', 'alt', 'placeholder', 'aria-label', 'aria-description']
  for (const element of document.body.querySelectorAll('*')) {
    texts.push(...told.map((name) => element.getAttribute(name)))
  }
  return texts.filter((text) => text !== null && signs.test(text)) as string[]
}
