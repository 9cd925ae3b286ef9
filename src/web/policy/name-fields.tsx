import type { ReactNode } from 'react'
import { TextField } from '../form/text-field.tsx'
import { Card } from '../ui/card.tsx'
import type { EditedPolicy } from './save.ts'

type Fields = Pick<EditedPolicy, 'name' | 'description' | 'comment'>

/** What a policy is called and about, and why there is another version of it. */
export function NameFields(props: {
  isNew: boolean
  fields: Fields
  refusals: { [Field in keyof Fields]?: string }
  onChange: (change: Partial<Fields>) => void
  children: ReactNode
}) {
  const { isNew, fields, refusals, onChange } = props
  return (
    <Card title={isNew ? 'New policy' : 'New version'}>
      <div className="grid gap-3.5 px-4 pb-4">
        <div className="grid gap-3.5 md:grid-cols-2">
          {isNew && (
            <TextField
              label="Name"
              required
              autoCapitalize="off"
              spellCheck={false}
              error={refusals.name ?? null}
              value={fields.name}
              onChange={(event) => onChange({ name: event.currentTarget.value })}
            />
          )}
          <TextField
            label="Description"
            error={refusals.description ?? null}
            value={fields.description}
            onChange={(event) => onChange({ description: event.currentTarget.value })}
          />
          <TextField
            label="Comment"
            hint={isNew ? 'Why it is needed' : 'Why it changes; stays with this version'}
            error={refusals.comment ?? null}
            value={fields.comment}
            onChange={(event) => onChange({ comment: event.currentTarget.value })}
          />
        </div>
        {props.children}
      </div>
    </Card>
  )
}
