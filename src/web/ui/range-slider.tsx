import { Slider as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'

/** The two ends of a stretch. */
export type Ends = readonly [begin: number, end: number]

/**
 * Two grips over what they choose a stretch of, each a slider: arrows and drags move one. What lies
 * between and beside them stays in reach of the pointer.
 */
export default function RangeSlider(
  props: {
    ends: Ends
    /** Name of each grip, and what it stands at, in words. */
    grips: readonly [GripLabels, GripLabels]
    onChange: (ends: Ends) => void
    /** Once a drag or a key has ended. */
    onCommit: (ends: Ends) => void
  } & Pick<ComponentProps<typeof Primitive.Root>, 'max' | 'style' | 'onKeyDown' | 'onPointerDown'>,
) {
  const { ends, grips, onChange, onCommit, ...rest } = props
  return (
    <Primitive.Root
      {...rest}
      className="pointer-events-none absolute print:hidden"
      min={0}
      minStepsBetweenThumbs={1}
      value={[...ends]}
      onValueChange={([begin = 0, end = 0]) => onChange([begin, end])}
      onValueCommit={([begin = 0, end = 0]) => onCommit([begin, end])}
    >
      {grips.map(({ label, text }) => (
        <Primitive.Thumb
          key={label}
          aria-label={label}
          aria-valuetext={text}
          className="group pointer-events-auto grid h-8 w-6 cursor-ew-resize touch-none place-items-center outline-none max-md:h-11"
        >
          <span className="pointer-events-none h-5 w-2 rounded-full border-2 border-accent bg-bg group-focus-visible:ring-2 group-focus-visible:ring-accent group-focus-visible:ring-offset-2 group-focus-visible:ring-offset-bg" />
        </Primitive.Thumb>
      ))}
    </Primitive.Root>
  )
}

interface GripLabels {
  label: string
  text: string
}
