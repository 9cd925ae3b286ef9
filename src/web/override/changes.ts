/** What can be done with an override, or with a request for one. */
export type Change = 'extend' | 'end' | 'review' | 'approve' | 'decline' | 'withdraw'

export const changeLabels: Record<Change, string> = {
  extend: 'Extend',
  end: 'End',
  review: 'Review',
  approve: 'Approve',
  decline: 'Decline',
  withdraw: 'Withdraw',
}

/** Keys of changes, where the page is about one override. */
export const changeKeys: Partial<Record<Change, string>> = { approve: 'a', decline: 'd' }
