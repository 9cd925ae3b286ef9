import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { maybe } from '#contract/common/fields.ts'

export const streamLiveUpdates = endpoint({
  name: 'streamLiveUpdates',
  method: 'GET',
  path: '/cairn/{org}/events',
  access: 'reader',
  query: z.object({ after: maybe(z.int().check(z.gte(0))) }),
  response: 'events',
})

/** Texts of these endpoints in the API reference. */
export const liveUpdatesTexts = {
  streamLiveUpdates: {
    summary: 'Stream of changes as server-sent events; resumes after Last-Event-ID',
    description:
      'Sends one event for each accepted change, with its kind and what it is about; `id` counts without gaps. It resumes after `Last-Event-ID` or `after`. A stream ends after ten minutes, and when the caller loses access; an account has at most 20 of them open.',
  },
} satisfies EndpointTexts
