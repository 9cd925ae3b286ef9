import { FormError } from '../form/form-error.tsx'
import type { Failure } from './use-attachments.ts'

/** Where a change did not work, while it did elsewhere. */
export function Failures(props: { failures: readonly Failure[]; tried: number }) {
  const { failures, tried } = props
  const [first] = failures
  if (!first) return <FormError message={undefined} />
  if (tried === 1) return <FormError message={first.message} />
  return (
    <div className="grid gap-1">
      <FormError message={`Not done in ${failures.length} of ${tried} environments`} />
      <ul aria-label="Not done" className="max-h-32 overflow-y-auto text-table">
        {failures.map(({ environment, message }) => (
          <li key={environment} className="wrap-anywhere">
            <span className="font-medium">{environment}</span>: {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
