import type { Plugin } from 'vite'

/**
 * Leaves the schemas of answers out of what browsers load: the service checks its answers, and the
 * dashboard knows only their types. Nothing in `src/web` may read `response` of an endpoint.
 */
export const endpointsWithoutResponses: Plugin = {
  name: 'endpoints-without-responses',
  transform: {
    filter: { id: /\/src\/contract\/.*\.ts$/, code: 'endpoint(' },
    handler(code) {
      let shorter = code
      // From the end, so that the places before stay as they are.
      for (const statement of this.parse(code).body.toReversed()) {
        if (statement.type !== 'ExportNamedDeclaration') continue
        if (statement.declaration?.type !== 'VariableDeclaration') continue
        const { init } = statement.declaration.declarations[0]!
        if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') continue
        const [definition] = init.arguments
        if (init.callee.name !== 'endpoint' || definition?.type !== 'ObjectExpression') continue
        for (const field of definition.properties) {
          if (field.type !== 'Property' || field.key.type !== 'Identifier') continue
          if (field.key.name !== 'response') continue
          const { start, end } = field.shorthand ? field : field.value
          const nothing = field.shorthand ? 'response: undefined' : 'undefined'
          shorter = shorter.slice(0, start) + nothing + shorter.slice(end)
        }
      }
      return { code: shorter, map: null }
    },
  },
}
