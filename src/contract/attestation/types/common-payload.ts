import * as z from 'zod/mini'
import {
  annotations,
  attestationName,
  externalUrls,
  fingerprint,
  maybe,
  text,
  urlText,
} from '#contract/common/fields.ts'
import { gitCommitInfo, repoInfo } from '#contract/common/git.ts'

/** Fields of every attestation report. */
export const commonPayload = {
  attestation_name: attestationName,
  artifact_fingerprint: maybe(fingerprint),
  target_artifacts: maybe(z.array(attestationName).check(z.maxLength(100))),
  git_commit_info: maybe(gitCommitInfo),
  repo_info: maybe(repoInfo),
  external_urls: maybe(externalUrls),
  origin_url: maybe(urlText),
  user_data: z.optional(z.unknown()),
  description: maybe(text),
  annotations: maybe(annotations),
}
export type CommonPayload = z.output<z.ZodMiniObject<typeof commonPayload>>
