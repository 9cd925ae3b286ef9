import { Disclosure } from '../ui/disclosure.tsx'
import { WithCode } from '../ui/with-code.tsx'
import { type Field, fieldsOf, type Named, rulesOf, typeLabels } from './schema.ts'

/** Named values, each with its type and rules; what is inside one opens below it, or is open. */
export function Fields(props: { fields: readonly Field[]; named: Named; isOpen?: boolean }) {
  const { fields, named } = props
  return (
    <ul className="grid gap-2 text-table">
      {fields.map((field) => (
        <OneField key={field.name} field={field} named={named} isOpen={props.isOpen ?? false} />
      ))}
    </ul>
  )
}

function OneField(props: { field: Field; named: Named; isOpen: boolean }) {
  const { field, named } = props
  const rules = rulesOf(field.schema, named)
  const inner = fieldsOf(field.schema, named)
  return (
    <li className="min-w-0 wrap-anywhere">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-mono text-code font-medium">{field.name}</code>
        <span className="text-muted">{typeLabels(field.schema, named)}</span>
        {field.isRequired && <span className="text-meta font-medium">required</span>}
        {rules.length > 0 && <span className="text-meta text-muted">{rules.join(' · ')}</span>}
      </span>
      {field.description && (
        <p className="text-meta text-muted">
          <WithCode text={field.description} />
        </p>
      )}
      {props.isOpen && inner.length > 0 && <Inner fields={inner} named={named} />}
      {!props.isOpen && inner.length > 0 && (
        <Disclosure label={`${inner.length} fields`}>
          <Inner fields={inner} named={named} />
        </Disclosure>
      )}
    </li>
  )
}

/** The fields inside a value, below it. */
export function Inner(props: { fields: readonly Field[]; named: Named }) {
  return (
    <div className="mt-1 border-l border-line-strong pl-4">
      <Fields {...props} />
    </div>
  )
}
