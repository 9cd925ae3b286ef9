import packageJson from '#package' with { type: 'json' }

/** The version of Cairn, as in its changelog. */
export const { version } = packageJson
