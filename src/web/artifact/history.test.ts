import { expect, test } from 'vitest'
import type {
  EnvironmentOfArtifact,
  RecordedVerdict,
} from '#contract/artifact/environments-of-artifact.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { historyOf } from './history.ts'

const verdict = (from_index: number, is_allowed: boolean): RecordedVerdict => ({
  from_index,
  to_index: null,
  evaluated_at: from_index * 100,
  compliant: is_allowed,
  is_allowed,
  qualifiers: noQualifiers,
  failing_policies: [],
})

const staging: EnvironmentOfArtifact = {
  environment_name: 'staging',
  environment_type: 'K8S',
  names: ['shell'],
  is_running: false,
  periods: [{ started_index: 3, exited_index: 9, started_at: 300, exited_at: 900 }],
  verdicts: [verdict(3, false), verdict(4, true), verdict(5, true), verdict(6, false)],
  stale_at: null,
  silences: [],
}

const said = (...[artifact, environments]: Parameters<typeof historyOf>) =>
  historyOf(artifact, environments).map(({ at, text, snapshot }) =>
    [at, text, snapshot && `${snapshot.environment}#${snapshot.index}`].filter(Boolean).join(' '),
  )

test('tells what happened to an artifact, newest first, without the evidence of its table', () => {
  const history = [
    { event: 'shell reported', timestamp: 100 },
    { event: 'scan attestation reported', timestamp: 150 },
    { event: 'Started running in staging#3 environment', timestamp: 300 },
    { event: 'scan attestation overridden', timestamp: 700 },
    { event: 'scan override expired', timestamp: 1_000 },
  ]
  expect(said({ created_at: 100, history }, [staging])).toEqual([
    '1000 scan override expired',
    '900 Exited from staging#9',
    '700 scan attestation overridden',
    '600 No longer allow-listed in staging#6',
    '400 Allow-listed in staging#4',
    '300 Started in staging#3',
    '100 Reported',
  ])
})

test('an artifact that was allowed before it ran is allow-listed from the first verdict on', () => {
  const allowed = { ...staging, periods: [], verdicts: [verdict(7, true)] }
  expect(said({ created_at: 1, history: [] }, [allowed])).toEqual([
    '700 Allow-listed in staging#7',
    '1 Reported',
  ])
})
