import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { type Environment, patchEnvironment } from '#contract/environment/environment.ts'
import { call } from '#web/api/call.ts'
import { useChangeRefusal } from '#web/api/permission.ts'
import { useChange } from '#web/record/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { controlClass } from '#web/ui/control.ts'
import { handsOnFocus } from '#web/ui/hand-on-focus.ts'
import { Icon } from '#web/ui/icon.tsx'

/** The description of an environment, edited in place; Escape leaves it as it was. */
export function Description(props: { org: string; environment: Environment }) {
  const { org, environment } = props
  const refusal = useChangeRefusal('environment', environment)
  const [isEditing, setEditing] = useState(false)
  const { isBusy, failure, run } = useChange(org, 'environment_updated')
  const params = { org, env_name: environment.name }
  const save = async (description: string) => {
    const body = { description }
    const isSame = description === environment.description
    if (isSame || (await run(() => call(patchEnvironment, { params, body }), 'Description saved')))
      setEditing(false)
  }
  if (!isEditing) {
    return (
      <span className="inline-flex min-w-0 items-center gap-1 text-muted">
        <span className="min-w-0 wrap-anywhere">{environment.description}</span>
        {refusal === null && (
          <Button
            kind="quiet"
            size="small"
            icon={environment.description !== ''}
            aria-label={environment.description === '' ? undefined : 'Edit description'}
            title="Edit description"
            onClick={() => setEditing(true)}
          >
            <Icon of={Pencil} small />
            {environment.description === '' && 'Describe it'}
          </Button>
        )}
      </span>
    )
  }
  return (
    <form
      ref={handsOnFocus}
      className="flex min-w-0 basis-96 flex-wrap items-center gap-2 max-md:basis-full"
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        const text = new FormData(event.currentTarget).get('description')
        void save(typeof text === 'string' ? text.trim() : '')
      }}
    >
      <input
        name="description"
        aria-label="Description"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to type
        autoFocus
        className={`${controlClass} flex-1 text-table`}
        defaultValue={environment.description}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setEditing(false)
        }}
      />
      <Button type="submit" isBusy={isBusy}>
        Save
      </Button>
      <Button kind="quiet" onClick={() => setEditing(false)}>
        Cancel
      </Button>
      {failure && (
        <span role="alert" className="w-full text-meta font-medium">
          {failure}
        </span>
      )}
    </form>
  )
}
