import { useNavigate } from '@tanstack/react-router'

/**
 * Returns what changes parameters of the page's search in the URL and takes out those that were not
 * understood. The page stays where it is scrolled to.
 */
export function useSearchChange<Search extends object>(): (
  change: Partial<Search>,
  /** Whether going back skips the search from before. */
  replace?: boolean,
) => void {
  const navigate = useNavigate()
  return (change, replace = false) =>
    void navigate({
      to: '.',
      search: ({ ignored: _, ...rest }: Record<string, unknown>): object => ({
        ...rest,
        ...change,
      }),
      replace,
      resetScroll: false,
    })
}
