/** Factor for the number of generated inputs of properties; FUZZ=10 runs as long as it takes. */
export const fuzzEffort = Number(process.env.FUZZ ?? 1)
