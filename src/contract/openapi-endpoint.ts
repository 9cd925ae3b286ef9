import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const getOpenapi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'anyone',
  response: z.record(z.string(), z.unknown()),
  status: [200],
  summary: 'This document',
  decided: 'wire.md 7',
})
