import { Button } from '#web/ui/button.tsx'
import { WarningSign } from '#web/ui/warning-sign.tsx'

/** A block that could not be loaded, while its neighbours stand. */
export function FailedBlock(props: { what: string; onRetry: () => unknown }) {
  return (
    <p className="flex min-h-11 items-center gap-2 rounded-card border border-line px-4 py-2 text-table">
      <WarningSign className="text-muted" />
      <span className="flex-1">{props.what} could not be loaded.</span>
      <Button size="small" onClick={() => void props.onRetry()}>
        Retry
      </Button>
    </p>
  )
}
