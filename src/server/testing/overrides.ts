import type { TestApp } from './app.ts'
import { environmentReporter } from './environments.ts'
import { overrideDraft } from './reporter.ts'

/** A client for overrides of the organization `acme`, besides the reporter. */
export function overrideClient(app: Pick<TestApp, 'call'>) {
  const get = async (path: string, key = 'reader') => (await app.call('GET', path, { key })).body
  const post = (path: string, json: object, key = 'member') =>
    app.call('POST', `/cairn/acme/${path}`, { key, json })
  return {
    ...environmentReporter(app),
    get,
    post,
    /**
     * Requests an override of `scan`; `to` is the endpoint: at once, as a preview or as a request.
     */
    ask: (
      fields: object,
      { to = 'overrides', key = 'member' }: { to?: string; key?: string } = {},
    ) => post(to, { ...overrideDraft, ...fields }, key),
    renew: (
      id: string,
      expires_at: unknown,
      { reason = 'Longer' as unknown, key = 'member' } = {},
    ) =>
      app.call('PUT', `/cairn/acme/overrides/${id}/expiry`, { key, json: { expires_at, reason } }),
    /** An override or a request in the register, with its history. */
    registered: (id: string, key?: string) => get(`/cairn/acme/overrides/${id}`, key),
  }
}
