import { type ReactNode, Component } from 'react'

interface State {
  hasFailed: boolean
  key: unknown
}

/** Keeps a broken part to itself: shows `fallback` in its place, until `resetKey` changes. */
export class Boundary extends Component<
  { fallback: ReactNode; resetKey?: unknown; children: ReactNode },
  State
> {
  override state: State = { hasFailed: false, key: this.props.resetKey }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps(props: { resetKey?: unknown }, state: State): State | null {
    return props.resetKey === state.key ? null : { hasFailed: false, key: props.resetKey }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
