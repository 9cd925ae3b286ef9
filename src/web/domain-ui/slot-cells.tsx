import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { SlotName } from './slot-name.tsx'

/**
 * The first two cells of a slot's row in a `SlotTable`: its verdict and name, and what was found,
 * on up to three lines where one is too short.
 */
export function SlotCells(
  props: Omit<ComponentProps<typeof SlotName>, 'isExplained'> & {
    /** What was found; nothing where nothing is known of it. */
    summary: string | null | undefined
    /** Pending request about the slot. */
    request?: ReactNode
    /** Whether the name has a line by itself in the card of a phone; else more may stand beside it. */
    isNameAlone?: boolean
  },
) {
  const { summary, request, isNameAlone, ...name } = props
  return (
    <>
      <td
        role="cell"
        className={clsx(
          'max-md:-order-1 max-md:text-body',
          isNameAlone ? 'max-md:w-full' : 'max-md:flex-1',
        )}
      >
        <SlotName {...name} isExplained={Boolean(summary)} />
      </td>
      <td
        role="cell"
        title={summary ?? undefined}
        className={clsx(
          'whitespace-normal max-md:w-full max-md:empty:hidden',
          name.verdict === 'non-compliant' ? 'font-medium' : 'text-muted',
        )}
      >
        {request ? (
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate">{summary}</span>
            {request}
          </span>
        ) : (
          summary && <span className="py-1 line-clamp-3 max-md:py-0">{summary}</span>
        )}
      </td>
    </>
  )
}
