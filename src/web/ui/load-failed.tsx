import { clsx } from 'clsx'
import { Button } from './button.tsx'
import { WarningSign } from './warning-sign.tsx'

const frames = {
  own: 'min-h-11 rounded-card border border-line px-4 py-2',
  card: 'px-4 pb-3',
  none: '',
}

/** Stands where something could not be loaded: says so, and offers to ask again. */
export function LoadFailed(props: {
  /** The missing part, such as "The history". */
  what: string
  /**
   * Why, where the service refused what was just typed or chosen. It stands in place of "… could not
   * be loaded." and is announced, as other refusals are.
   */
  reason?: string | null | undefined
  /** `card` is for a card under its heading, `none` for surroundings that keep their distance. */
  frame?: keyof typeof frames
  /** Left out where another try comes to the same. */
  onRetry?: (() => unknown) | undefined
}) {
  const { what, reason, frame = 'own', onRetry } = props
  return (
    <div
      role={reason ? 'alert' : 'note'}
      className={clsx('flex items-center gap-2 text-table', frames[frame])}
    >
      <WarningSign className="text-muted" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {reason ?? `${what} could not be loaded.`}
      </span>
      {onRetry && (
        <Button size="small" onClick={() => void onRetry()}>
          Retry
        </Button>
      )}
    </div>
  )
}
