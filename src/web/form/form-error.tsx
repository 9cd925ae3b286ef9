import { WarningSign } from '#web/ui/warning-sign.tsx'

/** Error of a form as a whole; it stays until the next try. */
export function FormError(props: { message: string | undefined }) {
  return (
    <p
      role="alert"
      className="flex items-center gap-1.5 text-table font-medium wrap-anywhere empty:hidden"
    >
      {props.message && (
        <>
          <WarningSign />
          {props.message}
        </>
      )}
    </p>
  )
}
