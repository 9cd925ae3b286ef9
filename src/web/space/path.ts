import type { Space } from '#contract/space/space.ts'

/** "Payments / Cards": names of spaces hold no slash. */
export const pathOf = ({ path }: Pick<Space, 'path'>) => path.join(' / ')
