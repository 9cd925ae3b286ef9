/** What a flow's visibility may be, and what it means. */
export const visibilities = [
  { value: 'private', label: 'private', hint: 'for members of the organization' },
  { value: 'public', label: 'public', hint: 'marked as public; only members have access' },
] as const
