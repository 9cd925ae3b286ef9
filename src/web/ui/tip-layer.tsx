import { Tooltip } from 'radix-ui'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useState } from 'react'
import { layerPlace } from './layer.ts'
import { tipText } from './tip-text.ts'
import type { ShownTip } from './tooltip.tsx'

/** A short text beside an element. */
export function TipLayer({ tip }: { tip: ShownTip }) {
  return (
    <Tooltip.Provider delayDuration={300}>
      <Tip key={tip.by.timeStamp} {...tip} />
    </Tooltip.Provider>
  )
}

function Tip(tip: ShownTip) {
  const { anchor, isAtOnce } = tip
  const [text, setText] = useState(isAtOnce ? tipText(anchor) : '')
  const isOpen = text !== ''
  // A browser would show the title as well, to a pointer.
  useEffect(() => {
    const title = anchor.getAttribute('title')
    if (!isOpen || isAtOnce || !title) return undefined
    anchor.setAttribute('title', '')
    return () => {
      if (anchor.getAttribute('title') === '') anchor.setAttribute('title', title)
    }
  }, [anchor, isAtOnce, isOpen])
  return (
    <Tooltip.Root open={isOpen} onOpenChange={(opens) => setText(opens ? tipText(anchor) : '')}>
      <Tooltip.Trigger asChild>
        <TriggerAt tip={tip} />
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          {...layerPlace}
          side="bottom"
          align="start"
          className="z-50 max-w-80 rounded-base bg-text px-2.5 py-1.5 text-meta wrap-anywhere whitespace-pre-line text-bg tabular-nums forced-colors:border"
        >
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

type Listener = ((event: PointerEvent) => void) | undefined

/** Makes an element of the page, whoever draws it, the trigger of the tooltip around. */
function TriggerAt(props: {
  tip: ShownTip
  ref?: Ref<Element>
  onPointerMove?: Listener
  onPointerLeave?: Listener
  onPointerDown?: Listener
}) {
  const { tip, ref, onPointerMove, onPointerLeave, onPointerDown } = props
  const { anchor } = tip
  useImperativeHandle(ref, () => anchor, [anchor])
  useEffect(() => {
    const ending = new AbortController()
    const listen = (type: string, listener: Listener) =>
      anchor.addEventListener(type, (event) => listener?.(event as PointerEvent), ending)
    listen('pointermove', onPointerMove)
    listen('pointerleave', onPointerLeave)
    listen('pointerdown', onPointerDown)
    return () => ending.abort()
  }, [anchor, onPointerMove, onPointerLeave, onPointerDown])
  // The pointer may rest since it came.
  const enter = useEffectEvent(() => {
    const { by, isAtOnce } = tip
    if (!isAtOnce && anchor.matches(':hover')) onPointerMove?.(by as PointerEvent)
  })
  useEffect(() => enter(), [])
  return null
}
