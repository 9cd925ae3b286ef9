/** Whether tests of survival take their minutes, as in `npm run survive`, or seconds. */
const isLong = process.env['SURVIVE'] === 'long'

/** How often, or how long: what the long form takes, and what the short one takes. */
export const times = (long: number, short: number): number => (isLong ? long : short)

/** The longest that a test of the long form takes. */
export const timeoutMs = 3_600_000
