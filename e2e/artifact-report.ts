interface Artifact {
  fingerprint: string
  filename: string
  git_commit: string
  trail_name: string
  /** Its name in the template of the flow. */
  template_reference_name: string
}

/** Body of an artifact's report whose run, commit and repository have no pages that matter. */
export const artifactReport = (artifact: Artifact) => ({
  build_url: 'https://ci.example.com/1',
  commit_url: '',
  repo_url: '',
  ...artifact,
})
