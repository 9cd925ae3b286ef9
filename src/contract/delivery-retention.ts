/** Days for which it is kept what was sent to targets and how they answered; outcomes are kept for ever. */
export const messagesKeptDays = 180
