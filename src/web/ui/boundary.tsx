import { Component, type ReactNode } from 'react'

/** Keeps a broken part to itself: shows `fallback` in its place, until `resetKey` changes. */
export class Boundary extends Component<
  { fallback: ReactNode; resetKey?: unknown; children: ReactNode },
  { failedKey: unknown; hasFailed: boolean }
> {
  override state = { failedKey: undefined as unknown, hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    this.setState({ failedKey: this.props.resetKey })
  }

  override componentDidUpdate() {
    if (this.state.hasFailed && this.state.failedKey !== this.props.resetKey) {
      this.setState({ hasFailed: false, failedKey: undefined })
    }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
