import { Link } from '@tanstack/react-router'
import { buttonClass, PermittedLink } from '#web/ui/button.tsx'

/** Opens the editor on the page of a document with versions. */
export function NewVersionLink(props: {
  /** Why the person may not, or null. */
  refusal: string | null
}) {
  return (
    <PermittedLink kind="primary" refusal={props.refusal}>
      <Link to="." search={withEdit} className={buttonClass({ kind: 'primary' })}>
        New version
      </Link>
    </PermittedLink>
  )
}

/** Closes the editor; what was typed is asked about by the guard of the form. */
export function CancelEditLink(props: { size?: 'small' }) {
  return (
    <Link
      to="."
      search={withoutEdit}
      activeOptions={{ exact: true }}
      className={buttonClass(props)}
    >
      Cancel
    </Link>
  )
}

// The editor takes the place of an opened version.
const withEdit = (search: object) => ({
  ...search,
  edit: true,
  version: undefined,
  compare: undefined,
})

const withoutEdit = (search: object) => ({ ...search, edit: undefined })
