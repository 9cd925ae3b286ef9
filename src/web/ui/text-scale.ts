/** How large the reader has set text: 1 is the usual 16 px. What is drawn in pixels grows as much. */
export const textScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** A length that grows with the text, from its pixels at the usual size: 104 is "6.5rem". */
export const rem = (pixels: number) => `${pixels / 16}rem`
