import type { TestApp } from './app.ts'
import { commitInfo, fingerprintOf, reporter } from './reporter.ts'

/**
 * A client that reports running artifacts by short names: the fingerprint of a name is that of its
 * text.
 */
export function environmentReporter(app: Pick<TestApp, 'call'>) {
  const report = reporter(app)
  return {
    ...report,
    environment: (name: string, type = 'server', more: object = {}) =>
      app.call('PUT', '/environments/acme', { json: { name, type, ...more } }),
    /**
     * `shop:1` is an artifact of the name and the fingerprint of this text; a number repeats it.
     */
    run: (environment: string, running: Record<string, number>, type = 'server') =>
      app.call('PUT', `/environments/acme/${environment}/report/${type}`, {
        json: {
          artifacts: Object.entries(running).flatMap(([name, count]) =>
            Array.from({ length: count }, () => ({
              digests: { [name]: fingerprintOf(name) },
              creationTimestamp: 1_700_000_000,
            })),
          ),
        },
      }),
    /** Builds an artifact in a flow, with a commit of the letter that ends its name. */
    build: (flow: string, name: string, more: object = {}) => {
      const sha1 = (name.at(-1) ?? '0').repeat(40)
      return report.artifact(flow, {
        fingerprint: fingerprintOf(name),
        filename: name,
        trail_name: `run-${name.replace(':', '-')}`,
        git_commit: sha1,
        git_commit_info: { ...commitInfo, sha1, timestamp: 1_799_990_000 },
        repo_url: `https://github.com/acme/${flow}`,
        commit_url: `https://github.com/acme/${flow}/commit/${sha1}`,
        template_reference_name: 'app',
        ...more,
      })
    },
  }
}
