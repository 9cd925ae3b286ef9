import { expect } from 'vitest'
import type { TestAnswer, TestApp } from './app.ts'

/** Calls as the terraform provider does: with a body and its type, or neither. */
export async function callAsTerraformProvider(
  app: TestApp,
  method: string,
  path: string,
  body?: object,
): Promise<[status: number, body: TestAnswer['body']]> {
  const answer = await app.call(method, path, {
    key: 'admin',
    headers: { 'user-agent': 'terraform-provider-kosli/1.0.0' },
    ...(body && { raw: { type: 'application/json', content: JSON.stringify(body) } }),
  })
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.headers['x-request-id']).toBeDefined()
  return [answer.status, answer.body]
}
