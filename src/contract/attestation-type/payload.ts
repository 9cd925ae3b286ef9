import * as z from 'zod/mini'
import { annotations, externalUrls } from '../annotations.ts'
import { gitCommitInfo } from '../commit-info.ts'
import { attestationName, fingerprint, maybe, webUrl } from '../common.ts'
import { repoInfo } from '../repo-info.ts'

/** Fields of every attestation report (wire.md 5). */
export const commonPayload = {
  attestation_name: attestationName,
  artifact_fingerprint: maybe(fingerprint),
  target_artifacts: maybe(z.array(attestationName).check(z.maxLength(100))),
  git_commit_info: maybe(gitCommitInfo),
  repo_info: maybe(repoInfo),
  external_urls: maybe(externalUrls),
  origin_url: maybe(z.union([z.literal(''), webUrl])),
  user_data: z.optional(z.unknown()),
  description: maybe(z.string()),
  annotations: maybe(annotations),
}
export type CommonPayload = z.output<z.ZodMiniObject<typeof commonPayload>>
