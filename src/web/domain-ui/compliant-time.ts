/** What nobody vouches for, and yet counts as time that was compliant without an exception. */
export const unvouchedTime = 'time in which nothing ran or was asked, or evidence had expired'

/** What counts of trails by their states alone do not tell of the compliant ones. */
export const uncountedCarriers = 'on evidence of any age or none, or by override'
