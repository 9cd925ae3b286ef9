/** Whether survival tests run for minutes, as in `npm run survive`, or seconds. */
export const isLong = process.env['SURVIVE'] === 'long'

/** Chooses a number for the long or the short form of a test. */
export const times = (long: number, short: number): number => (isLong ? long : short)

/** Timeout of a test in its long form. */
export const timeoutMs = 3_600_000
