import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { attestation } from './attestation/attestation.ts'
import * as attestationReports from './attestation/attestation-report.ts'
import { attestationKinds } from './attestation/types/kind.ts'
import type { Endpoint } from './common/endpoint.ts'
import { endpoints } from './endpoints.ts'
import * as environmentReports from './environment/environment-report.ts'
import { physicalTypes } from './environment/environment-type.ts'
import { publicEndpoints } from './public-endpoints.ts'

/** Endpoints of a module that the public API has, by method and path. */
const listed = (module: object) => {
  const known = new Set<unknown>(Object.values(publicEndpoints))
  return Object.values(module)
    .filter((value): value is Endpoint => known.has(value))
    .map(({ method, path }) => `${method} ${path}`)
}

it('has an endpoint that reports each type of attestation', () => {
  const paths = attestationKinds.map(
    (kind) => `/attestations/{org}/{flow_name}/trail/{trail_name}/${kind.split(':', 1)[0]}`,
  )
  expect(listed(attestationReports)).toEqual(
    expect.arrayContaining(paths.map((path) => `POST ${path}`)),
  )
})

it('shows each type of attestation in answers', () => {
  const shown = JSON.stringify(
    z.toJSONSchema(attestation, { io: 'output', unrepresentable: 'any' }),
  )
  const missing = attestationKinds.filter(
    (kind) => !shown.includes(kind === 'custom' ? '^custom:' : `"const":"${kind}"`),
  )
  expect(missing).toEqual([])
})

it('has an endpoint that reports each type of environment', () => {
  const paths = physicalTypes.map((type) => `PUT /environments/{org}/{env_name}/report/${type}`)
  expect(listed(environmentReports)).toEqual(expect.arrayContaining(paths))
})

it('names flows and environments alike in every path: reads of what is archived go by it', () => {
  const other = /\/(?:flows\/\{(?!org\}|flow_name\})|environments\/\{(?!org\}|env_name\}))/
  const paths = Object.values<Endpoint>(endpoints).map(({ path }) => path)
  expect(paths.filter((path) => other.test(path))).toEqual([])
})
