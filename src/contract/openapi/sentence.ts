import type { Endpoint } from '#contract/common/endpoint.ts'

/** Returns a sentence on who may call an endpoint. */
export function accessSentence({ access, own, roleFor }: Endpoint): string {
  if (access === 'anyone') return 'No key needed.'
  if (access === 'account') return 'Any key or session.'
  const limits = [
    ...(own ? ['; below admin, for what the caller created'] : []),
    ...(roleFor ? ['; a higher one for some values of the path'] : []),
  ]
  return `Role ${access} or above in the organization${limits.join('')}.`
}

/** Returns the description of a success response, by its status. */
export function successSentence({ method, response, status }: Endpoint, code: 200 | 201): string {
  if (response === 'file') return 'The file, as a download'
  if (response === 'export') return 'The rows that match, as a download in the format asked for'
  if (response === 'events') return 'A stream of server-sent events, until it ends or is closed'
  if (method === 'GET') return 'What was asked for'
  if (code === 201) return 'Accepted: something new was created'
  return status.length > 1 ? 'Accepted: nothing new had to be created' : 'Done'
}
