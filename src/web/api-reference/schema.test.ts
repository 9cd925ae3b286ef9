import { expect, it } from 'vitest'
import { openapi } from '#contract/openapi/document.ts'
import { type OpenapiDocument, operationsOf } from './operation.ts'
import { fieldsOf, rulesOf, typeLabel } from './schema.ts'

it('reads every schema of the document, those that hold themselves too', () => {
  const document = openapi() as unknown as OpenapiDocument
  const named = document.components.schemas
  for (const { body, answers, pathParameters, queryParameters } of operationsOf(document)) {
    const schemas = [body?.schema, ...answers.map(({ schema }) => schema)].flatMap((it) => it ?? [])
    const fields = schemas.flatMap((schema) => fieldsOf(schema, named))
    for (const { schema } of [...pathParameters, ...queryParameters, ...fields]) {
      expect(typeLabel(schema, named)).not.toBe('')
      expect(rulesOf(schema, named)).not.toContain('')
      expect(fieldsOf(schema, named)).toBeInstanceOf(Array)
    }
  }
})
