import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { tryConnection, whenConnected } from './connection.ts'

/**
 * A part of a page that is loaded when it is shown, as React's `lazy`. Without a connection it
 * waits for one, while the page around it stays as it is.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as React declares it: props are of any kind
export function lazyPart<Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> {
  return lazy(async () => {
    for (;;) {
      try {
        return await load()
      } catch (error) {
        if (await tryConnection()) throw error
        await whenConnected()
      }
    }
  })
}
