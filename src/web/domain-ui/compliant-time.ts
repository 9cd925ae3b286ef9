/** What nobody vouches for, and yet counts as time that was compliant without an exception. */
export const unvouchedTime = 'time in which nothing ran or was asked, or evidence had expired'
