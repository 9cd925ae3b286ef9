import { useState } from 'react'
import { LateLayer, layerPart } from './late-layer.tsx'
import type { PopoverProps } from './popover-layer.tsx'

const PopoverLayer = layerPart('PopoverLayer')

/** A panel below its button: it closes on Escape and on a press outside, and gives the focus back. */
export function Popover(props: PopoverProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <LateLayer opener={props.trigger} popup="dialog" onOpen={() => setOpen(true)}>
      <PopoverLayer {...props} {...{ isOpen, setOpen }} />
    </LateLayer>
  )
}
