import { Suspense, useState } from 'react'
import type { DialogProps } from './dialog-layer.tsx'
import { layerPart, loadLayers } from './late-layer.tsx'
import { openerOf } from './layer.ts'

const DialogLayer = layerPart('DialogLayer')

/**
 * A modal dialog: the focus goes to its first field and stays inside, Escape closes, and the focus
 * returns to what opened it.
 */
export function Dialog(props: DialogProps) {
  const [opener] = useState(() => {
    loadLayers()
    return openerOf(document.activeElement)
  })
  return (
    <Suspense>
      <DialogLayer {...props} opener={opener} />
    </Suspense>
  )
}
