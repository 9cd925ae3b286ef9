import { type ESTree, type Plugin, Visitor } from 'vite'

/** Field of an object by its name. */
function fieldOf(object: ESTree.Node | undefined, name: string) {
  if (object?.type !== 'ObjectExpression') return undefined
  for (const field of object.properties) {
    if (field.type !== 'Property' || field.key.type !== 'Identifier') continue
    if (field.key.name === name) return field
  }
  return undefined
}

/**
 * Leaves the schemas of bodies and of responses out of what browsers load: the service checks both,
 * and the dashboard knows only their types. Nothing in `src/web` may read `response`, `body.schema`
 * or `body.repeats` of an endpoint.
 */
export const endpointsWithoutSchemas: Plugin = {
  name: 'endpoints-without-schemas',
  transform: {
    filter: { id: /\/src\/contract\/.*\.ts$/, code: 'endpoint(' },
    handler(code) {
      const schemas = new Map<number, { end: number; name: string }>()
      new Visitor({
        CallExpression({ callee, arguments: [definition] }) {
          if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return
          const body = fieldOf(definition, 'body')?.value
          const fields = { response: definition, schema: body, repeats: body }
          for (const [name, object] of Object.entries(fields)) {
            const field = fieldOf(object, name)
            if (field) schemas.set(field.start, { end: field.end, name })
          }
        },
      }).visit(this.parse(code))
      let shorter = code
      // From the end, so that the places before stay as they are.
      for (const [start, { end, name }] of [...schemas].sort(([a], [b]) => b - a)) {
        shorter = `${shorter.slice(0, start)}${name}: undefined${shorter.slice(end)}`
      }
      return { code: shorter, map: null }
    },
  },
}
