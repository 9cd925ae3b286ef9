import { type ESTree, type Plugin, Visitor } from 'vite'

/**
 * Says of every call that declares something in the contract, and of one of zod's that does not say
 * so itself, that it does nothing else. What no page uses is left out: schemas take long to build.
 */
export const pureContract: Plugin = {
  name: 'pure-contract',
  transform: {
    filter: { id: [/\/src\/contract\/.*\.ts$/, /\/zod\/v4\/mini\/schemas\.js$/] },
    handler(code, id) {
      if (!id.includes('/src/contract/')) {
        const pure = code.replace('export function int(', '// @__NO_SIDE_EFFECTS__\n$&')
        return { code: pure, map: null }
      }
      const calls = new Set<number>()
      let depth = 0
      const enter = () => void (depth += 1)
      const leave = () => void (depth -= 1)
      const add = ({ start }: ESTree.Node) => {
        if (depth === 0) calls.add(start)
      }
      new Visitor({
        FunctionDeclaration: enter,
        'FunctionDeclaration:exit': leave,
        FunctionExpression: enter,
        'FunctionExpression:exit': leave,
        ArrowFunctionExpression: enter,
        'ArrowFunctionExpression:exit': leave,
        CallExpression: add,
        NewExpression: add,
      }).visit(this.parse(code))
      let marked = code
      for (const start of [...calls].sort((a, b) => b - a)) {
        marked = `${marked.slice(0, start)}/* @__PURE__ */ ${marked.slice(start)}`
      }
      return { code: marked, map: null }
    },
  },
}
