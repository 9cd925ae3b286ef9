/** Text of a build link: "Pipeline 480703", "Run 17" or "Build 4"; "Build" without a number. */
export function buildLabel(url: URL): string {
  const [, word, number] = /\/(?:-\/)?(pipelines|runs)\/(\d+)/.exec(url.pathname) ?? []
  if (number) return `${word === 'runs' ? 'Run' : 'Pipeline'} ${number}`
  const last = /\/(\d+)\/?$/.exec(url.pathname)?.[1]
  return last ? `Build ${last}` : 'Build'
}
