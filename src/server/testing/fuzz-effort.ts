/** How many times as many inputs properties make up; FUZZ=10 tries for as long as it takes. */
export const fuzzEffort = Number(process.env.FUZZ ?? 1)
