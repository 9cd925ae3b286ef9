/** What can be done with an override, or with a request for one. */
export type Change = 'extend' | 'end' | 'approve' | 'decline' | 'withdraw'

export const changeWords: Record<Change, string> = {
  extend: 'Extend',
  end: 'End',
  approve: 'Approve',
  decline: 'Decline',
  withdraw: 'Withdraw',
}
