/** Returns a number with its noun: "1 test", "5,000 artifacts", "3 allow-list entries". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** "once", "twice", "3 times". */
export const timesLabels = (count: number): string =>
  count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
