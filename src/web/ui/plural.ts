/** A number of things in words: "1 artifact", "5,000 artifacts". */
export const plural = (count: number, thing: string) =>
  `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`
