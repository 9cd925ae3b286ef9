import { useEffect, useState } from 'react'
import { loadConnected } from '#web/connection/lazy-part.ts'
import { whenIdle } from '#web/connection/when-idle.ts'
import type { momentOfText } from './moment-of-text.ts'

let loaded: typeof momentOfText | undefined

/** Reader of typed moments; undefined until it is loaded, when the browser is idle. */
export function useMomentReader(): typeof momentOfText | undefined {
  const [reader, setReader] = useState(() => loaded)
  useEffect(() => {
    if (loaded) return
    void whenIdle()
      .then(() => loadConnected(() => import('./moment-of-text.ts')))
      .then((module) => {
        loaded = module.momentOfText
        setReader(() => loaded)
      })
  }, [])
  return reader
}
