/** Stands where an author would, of what nobody did: an end that was set before has come. */
export const automaticName = '(automatic)'
