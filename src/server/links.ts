/** Absolute links into the dashboard and the API. */
export class Links {
  readonly base: string

  constructor(base: string) {
    this.base = base
  }

  /** Whether browsers reach us over TLS. */
  get isSecure(): boolean {
    return this.base.startsWith('https:')
  }

  trail(org: string, flow: string, trail: string): string {
    return `${this.base}/${path([org, 'flows', flow, 'trails', trail])}`
  }

  attestation(org: string, flow: string, trail: string, attestationId: string): string {
    return `${this.trail(org, flow, trail)}?attestation_id=${attestationId}`
  }

  artifact(org: string, flow: string, fingerprint: string, artifactId: string): string {
    const page = path([org, 'flows', flow, 'artifacts', fingerprint])
    return `${this.base}/${page}?artifact_id=${artifactId}`
  }

  /** Another page of a list that was asked for by this path and query. */
  page(url: string, page: number): string {
    const address = new URL(this.base + url)
    address.searchParams.set('page', String(page))
    return address.href
  }

  api(...segments: string[]): string {
    return `${this.base}/api/v2/${path(segments)}`
  }
}

const path = (segments: string[]) => segments.map(encodeURIComponent).join('/')
