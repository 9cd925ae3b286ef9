import { Link2 } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { counted } from '#domain/common/counted.ts'
import { CallBox } from '#web/ui/call-box.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { WithCode } from '#web/ui/with-code.tsx'
import { type Operation, exampleCall } from './operation.ts'
import { type Named, type Field, fieldsOf, typeLabel, rulesOf } from './schema.ts'

/** All endpoints are 20,000 elements: only those near to what is seen are laid out and painted. */
const laidOutNearView: CSSProperties = {
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 32rem',
}

/** Everything about one endpoint. */
export function OperationCard(props: {
  operation: Operation
  named: Named
  base: string
  /** The reader's organization, where one was open. */
  org: string | undefined
}) {
  const { operation, named } = props
  const { body } = operation
  const isMultipart = body?.type === 'multipart/form-data'
  return (
    <article
      id={operation.id}
      aria-labelledby={`${operation.id}-title`}
      className="min-w-0 scroll-mt-16 rounded-card border border-line target:border-accent"
      style={laidOutNearView}
    >
      <header className="border-b border-line px-4 py-2.5">
        <h3 id={`${operation.id}-title`} className="text-body font-semibold">
          <a
            href={`#${operation.id}`}
            className="group inline-flex items-center gap-1.5 text-text hover:underline"
          >
            {operation.summary}
            <Icon
              of={Link2}
              small
              className="text-muted opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
            />
          </a>
        </h3>
        <p className="flex flex-wrap items-baseline gap-x-2 font-mono text-code wrap-anywhere">
          <span className="font-medium">{operation.method}</span>
          {operation.path}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-meta text-muted">
          {operation.section && <span>Specification {operation.section}</span>}
          <span>{operation.id}</span>
        </p>
        <p className="mt-1 max-w-[72ch] text-table wrap-anywhere">
          <WithCode text={operation.description} />
        </p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 py-3">
        <Part title="Path" shown={operation.pathParameters.length > 0}>
          <Fields fields={operation.pathParameters} named={named} />
        </Part>
        <Part title="Query" shown={operation.queryParameters.length > 0}>
          <Fields fields={operation.queryParameters} named={named} />
        </Part>
        {body && (
          <Part title={`Body, ${body.type}`} shown>
            <Fields fields={fieldsOf(body.schema, named)} named={named} isOpen={isMultipart} />
          </Part>
        )}
        <Part title="Answers" shown>
          <ul className="grid gap-2 text-table">
            {operation.answers.map((answer) => (
              <Answer key={answer.status} answer={answer} named={named} />
            ))}
          </ul>
        </Part>
        <Part title="Example" shown>
          <CallBox call={exampleCall(operation, props.base, props.org)} />
        </Part>
      </div>
    </article>
  )
}

function Part(props: { title: string; shown: boolean; children: ReactNode }) {
  if (!props.shown) return null
  return (
    <section>
      <h4 className="mb-1 text-meta font-medium text-muted">{props.title}</h4>
      {props.children}
    </section>
  )
}

function Answer(props: { answer: Operation['answers'][number]; named: Named }) {
  const { answer, named } = props
  const fields = answer.schema ? fieldsOf(answer.schema, named) : []
  return (
    <li className="min-w-0 wrap-anywhere">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-mono text-code font-medium">{answer.status}</code>
        <span className="text-muted">
          {answer.schema ? typeLabel(answer.schema, named) : answer.type}
        </span>
      </span>
      {fields.length > 0 && (
        <Disclosure label={counted(fields.length, 'field')}>
          <Inner fields={fields} named={named} />
        </Disclosure>
      )}
      {answer.example !== undefined && (
        <Disclosure label="Example">
          <CallBox call={JSON.stringify(answer.example, null, 2)} what="Example" />
        </Disclosure>
      )}
    </li>
  )
}

/** Named values, each with its type and rules; what is inside one opens below it, or is open. */
function Fields(props: { fields: readonly Field[]; named: Named; isOpen?: boolean }) {
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
        <span className="text-muted">{typeLabel(field.schema, named)}</span>
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
        <Disclosure label={counted(inner.length, 'field')}>
          <Inner fields={inner} named={named} />
        </Disclosure>
      )}
    </li>
  )
}

/** The fields inside a value, below it. */
function Inner(props: { fields: readonly Field[]; named: Named }) {
  return (
    <div className="mt-1 border-l border-line-strong pl-4">
      <Fields {...props} />
    </div>
  )
}
