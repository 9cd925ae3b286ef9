import { GitBranch, type LucideIcon } from 'lucide-react'
import type { FileRouteTypes } from '../routeTree.gen.ts'

/** A section of the navigation. */
export interface Section {
  label: string
  icon: LucideIcon
  to: FileRouteTypes['to']
}

/** The rail, in groups; a section is listed when its page exists. */
export const sections: readonly (readonly Section[])[] = [
  [{ label: 'Flows', icon: GitBranch, to: '/$org/flows' }],
]
