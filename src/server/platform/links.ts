/** Absolute links into the dashboard and the API. */
export class Links {
  readonly base: string

  constructor(base: string) {
    this.base = base
  }

  /** Whether browsers use TLS. */
  get isSecure(): boolean {
    return this.base.startsWith('https:')
  }

  flow(org: string, flow: string): string {
    return `${this.base}/${path([org, 'flows', flow])}`
  }

  environment(org: string, environment: string): string {
    return `${this.base}/${path([org, 'environments', environment])}`
  }

  notification(org: string, number: number): string {
    return `${this.base}/${path([org, 'settings', 'notifications', String(number)])}`
  }

  /** The log of events of some environments, from and to instants in Unix seconds. */
  events(org: string, of: { environments: readonly string[]; from: number; to: number }): string {
    const query = new URLSearchParams([
      ...of.environments.map((name) => ['environment', name] as [string, string]),
      ['from', String(of.from)],
      ['to', String(of.to)],
    ])
    return `${this.base}/${path([org, 'events'])}?${query}`
  }

  snapshot(org: string, environment: string, index: number): string {
    return `${this.base}/${path([org, 'environments', environment, 'snapshots', String(index)])}`
  }

  trail(org: string, flow: string, trail: string): string {
    return `${this.base}/${path([org, 'flows', flow, 'trails', trail])}`
  }

  attestation(org: string, flow: string, trail: string, attestationId: string): string {
    return `${this.trail(org, flow, trail)}?attestation_id=${attestationId}`
  }

  override(org: string, id: string): string {
    return `${this.base}/${path([org, 'overrides', id])}`
  }

  artifact(org: string, flow: string, fingerprint: string, artifactId: string): string {
    const page = path([org, 'flows', flow, 'artifacts', fingerprint])
    return `${this.base}/${page}?artifact_id=${artifactId}`
  }

  /** Another page of a list requested by this path and query. */
  page(url: string, page: number): string {
    const address = new URL(this.base + url)
    address.searchParams.set('page', String(page))
    return address.href
  }

  /** An API call on a noun of an organization, which may be in an archived flow or environment. */
  api(noun: string, org: string, rest: string[], isArchived = false): string {
    return `${this.base}/api/v2/${path([noun, org, ...rest])}${isArchived ? '?archived=include' : ''}`
  }
}

const path = (segments: string[]) => segments.map(encodeURIComponent).join('/')
