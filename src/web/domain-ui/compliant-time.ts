/** Names the time that nobody vouches for, and that counts as compliant without an exception. */
export const unvouchedTime = 'time in which nothing ran or was asked, or evidence had expired'

/** Names what counts of trails by their states alone leave out about the compliant ones. */
export const uncountedQualifiers = 'on evidence of any age or none, or by override'
