/** Returns Unix seconds of now; everything that needs the time is given one of these. */
export type Clock = () => number

/** The machine's clock. */
export const systemClock: Clock = () => Date.now() / 1000
