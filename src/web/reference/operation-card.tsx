import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallBox } from '../ui/call-box.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Icon } from '../ui/icon.tsx'
import { WithCode } from '../ui/with-code.tsx'
import { exampleCall } from './example-call.ts'
import { Fields, Inner } from './fields.tsx'
import type { Operation } from './operation.ts'
import { fieldsOf, type Named, typeLabels } from './schema.ts'

/** Everything about one endpoint. */
export function OperationCard(props: { operation: Operation; named: Named; base: string }) {
  const { operation, named } = props
  const { body } = operation
  const isMultipart = body?.type === 'multipart/form-data'
  return (
    <article
      id={operation.id}
      aria-labelledby={`${operation.id}-title`}
      className="min-w-0 scroll-mt-16 rounded-card border border-line target:border-accent"
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
        <p className="mt-1 max-w-[80ch] text-table wrap-anywhere">
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
          <CallBox call={exampleCall(operation, props.base)} />
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
          {answer.schema ? typeLabels(answer.schema, named) : answer.type}
        </span>
      </span>
      {fields.length > 0 && (
        <Disclosure label={`${fields.length} fields`}>
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
