import type { TestApp } from './app.ts'

/** The token that tests provision with. */
export const scimToken = 'a-token-of-the-directory-that-is-long-enough'

/** Sends requests to SCIM as a directory does, below `/scim/v2`; answers are parsed. */
export const scimClient =
  (app: TestApp, key: string | null = scimToken) =>
  async (method: string, path: string, body?: unknown) => {
    const raw =
      body === undefined
        ? {}
        : { raw: { type: 'application/scim+json', content: JSON.stringify(body) } }
    const { status, text, headers } = await app.call(method, `//scim/v2${path}`, { key, ...raw })
    return { status, headers, body: text === '' ? null : JSON.parse(text) }
  }
