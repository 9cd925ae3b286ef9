import { type ESTree, type Plugin, Visitor } from 'vite'

/**
 * Marks every call that declares something in the contract as one that does nothing else: what no
 * page uses is left out.
 */
export const pureContract: Plugin = {
  name: 'pure-contract',
  transform: {
    filter: { id: /\/src\/contract\/.*\.ts$/ },
    handler(code) {
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
