import type { Artifact, ArtifactOfFlow } from '#contract/artifact/artifact.ts'
import type { EnvironmentOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import type { ShortVerdict } from '#contract/verdict/verdict.ts'
import { partsOfArtifactName } from '#domain/artifact/artifact-name.ts'
import { counted } from '#domain/common/counted.ts'
import { qualifierText } from '#domain/verdict/qualified-verdict.ts'

/** An environment that an artifact has not reached, and what it would be there. */
export interface NextEnvironment {
  environment: string
  said: string
}

/** More than these would not fit behind the way that an artifact has gone. */
const maxNext = 3

/**
 * Environments that run an older artifact of the same name and have never run this one: where it is
 * likely to go next.
 */
export function nextEnvironments(
  artifact: Pick<Artifact, 'filename' | 'created_at'>,
  reached: readonly Pick<EnvironmentOfArtifact, 'environment_name'>[],
  others: readonly Pick<ArtifactOfFlow, 'filename' | 'created_at' | 'running_in'>[],
): string[] {
  const { name } = partsOfArtifactName(artifact.filename)
  const names = others
    .filter((one) => one.created_at < artifact.created_at)
    .filter((one) => partsOfArtifactName(one.filename).name === name)
    .flatMap((one) => one.running_in.map((environment) => environment.environment_name))
  const been = new Set(reached.map((environment) => environment.environment_name))
  return [...new Set(names)].filter((one) => !been.has(one)).slice(0, maxNext)
}

/**
 * Describes the verdict that an artifact would get: "would fail, 2 causes", "would comply by
 * override".
 */
export function wouldBe(
  result: Pick<ShortVerdict, 'compliant' | 'reasons' | 'qualifiers'> | undefined,
): string {
  if (!result) return ''
  const { compliant, reasons, qualifiers } = result
  if (compliant === null) return 'no policy attached'
  if (!compliant) return `would fail, ${counted(reasons.length, 'cause')}`
  const by = qualifierText({ verdict: 'compliant', qualifiers })
  return by === '' ? 'would comply' : `would comply${by.startsWith('by ') ? ' ' : ', '}${by}`
}
