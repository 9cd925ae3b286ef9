import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  type ReactNode,
  Suspense,
  use,
  useEffect,
} from 'react'
import { tryConnection, whenConnected } from './connection.ts'
import { pageWaitsFor, whenIdle } from './when-idle.ts'

/** A part of a page that is loaded apart. */
type LazyPart<Part> = Part & {
  /** Loads it now; shown afterwards, it is there at once. */
  preload: () => Promise<unknown>
}

// oxlint-disable-next-line typescript/no-explicit-any -- as React declares it: props are of any kind
type AnyComponent = ComponentType<any>

/**
 * A part of a page that is loaded when it is shown. Without a connection it waits for one, while the
 * page around it stays as it is.
 * @param until what stands in its place until it and what it reads is there
 */
export function lazyPart<Part extends AnyComponent>(
  load: () => Promise<{ default: Part }>,
  until: ReactNode = null,
): LazyPart<Part> {
  const part = suspendingPart<AnyComponent>(load)
  const Shown: FunctionComponent<object> = (props) =>
    createElement(Suspense, { fallback: until }, createElement(part, props))
  return Object.assign(Shown, { preload: part.preload }) as unknown as LazyPart<Part>
}

/**
 * The same without anything in its place: it suspends, as React's `lazy`, where what is around it says
 * what stands there, or keeps what stood there.
 * @param when what is waited for before it is loaded
 */
export function suspendingPart<Part extends AnyComponent>(
  load: () => Promise<{ default: Part }>,
  when?: () => Promise<unknown>,
): LazyPart<Part> {
  let loading: Promise<{ default: Part }> | undefined
  const preload = () => {
    if (loading) return loading
    const module = when ? when().then(() => loadConnected(load)) : loadConnected(load)
    loading = module
    void module.then(
      // So that React reads it at once, without waiting for a promise that is kept already.
      (value) => Object.assign(module, { status: 'fulfilled', value }),
      // Shown again, it is tried again.
      () => (loading = undefined),
    )
    return module
  }
  const Shown: FunctionComponent<object> = (props) => createElement(use(preload()).default, props)
  return Object.assign(Shown, { preload }) as unknown as LazyPart<Part>
}

let ahead: Promise<unknown> = Promise.resolve()

/**
 * Loads parts when the browser is idle, one after another, so that they are there at once when they
 * are opened.
 */
export function usePreload(...parts: readonly { preload: () => Promise<unknown> }[]): void {
  useEffect(() => {
    for (const { preload } of parts) {
      // One that cannot be loaded says so where it is shown.
      ahead = ahead
        .then(whenIdle)
        .then(preload)
        .catch(() => undefined)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, of constants
  }, [])
}

/** Loads a module; without a connection it waits for one. What is loaded ahead waits for it. */
async function loadConnected<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await pageWaitsFor(load())
    } catch (error) {
      if (await tryConnection()) throw error
      await whenConnected()
    }
  }
}
