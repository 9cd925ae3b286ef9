import { Portal } from 'radix-ui'
import { Popper } from 'radix-ui/internal'
import type { ReactNode } from 'react'
import { layerPlace } from './layer.ts'

/** A short text beside an element. */
export function TipLayer(props: { anchor: HTMLElement; children: ReactNode }) {
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={{ current: props.anchor }} />
      <Portal.Root>
        <Popper.Content
          {...layerPlace}
          aria-hidden="true"
          align="start"
          className="pointer-events-none z-50 max-w-80 rounded-base bg-text px-2.5 py-1.5 text-meta whitespace-pre-line text-bg tabular-nums forced-colors:border"
        >
          {props.children}
        </Popper.Content>
      </Portal.Root>
    </Popper.Root>
  )
}
