import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import * as z from 'zod/mini'
import { getDashboardOpenapi, getOpenapi } from '#contract/public-endpoints.ts'
import { OperationCard } from '#web/api-reference/operation-card.tsx'
import { type OpenapiDocument, groupsOf, operationsOf } from '#web/api-reference/operation.ts'
import type { Named } from '#web/api-reference/schema.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'
import { apiBase } from '#web/api/endpoint-url.ts'
import { readSearch } from '#web/api/search-params.ts'
import { Logo } from '#web/shell/logo.tsx'
import { ThemeMenu } from '#web/shell/theme-menu.tsx'
import { SearchField } from '#web/table/search-field.tsx'
import { openOrganization } from '#web/session/last-organization.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import { listenForShortcuts } from '#web/ui/shortcuts.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

const search = z.object({ q: z.optional(z.string()) })
const publicQuery = endpointQuery(getOpenapi, {})
const dashboardQuery = endpointQuery(getDashboardOpenapi, {})

export const Route = createFileRoute('/api/docs')({
  validateSearch: (raw) => readSearch(search, raw),
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(publicQuery),
      queryClient.ensureQueryData(dashboardQuery),
    ]),
  pendingComponent: () => (
    <>
      {/* Where the bar will be: what waits is in the first chunk, so the bar itself is not. */}
      <div className="h-12 border-b border-line max-md:h-13" />
      <Page title={['API reference']} heading="API reference" facts={<span>Loading</span>}>
        <SkeletonRows rows={14} />
      </Page>
    </>
  ),
  component: ReferencePage,
})

/** The API in readable form, from the two documents that the service gives to anybody. */
function ReferencePage() {
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const documents = [
    useSuspenseQuery(publicQuery).data as unknown as OpenapiDocument,
    useSuspenseQuery(dashboardQuery).data as unknown as OpenapiDocument,
  ]
  const operations = documents.flatMap(operationsOf)
  const named = Object.assign({}, ...documents.map(({ components }) => components.schemas)) as Named
  const groups = groupsOf(operations, q)
  const found = groups.reduce((sum, group) => sum + group.operations.length, 0)
  const narrow = (words: string | undefined) =>
    void navigate({ search: { q: words }, replace: true, resetScroll: false })
  useLayoutEffect(listenForShortcuts, [])
  useEffect(() => {
    // The router looks for the place before the document is there.
    const show = () => void showChosen()
    show()
    window.addEventListener('hashchange', show)
    return () => window.removeEventListener('hashchange', show)
  }, [])

  return (
    <div className="@container/main">
      <TopBar />
      <Page
        title={['API reference']}
        heading="API reference"
        facts={
          <>
            <span>
              <span className="font-medium text-text">{found}</span>
              {q ? `of ${operations.length} endpoints` : 'endpoints'}
            </span>
            <span>
              below <code className="font-mono text-code">{location.origin + apiBase}</code>
            </span>
            <a href={`${apiBase}/openapi.json`} className="text-accent hover:underline">
              OpenAPI of public endpoints
            </a>
            <a href={`${apiBase}/cairn/openapi.json`} className="text-accent hover:underline">
              OpenAPI of the dashboard’s own
            </a>
          </>
        }
      >
        <p className="mb-4 max-w-[72ch] text-table text-muted">
          A key goes into <code className="font-mono text-code">Authorization: Bearer</code>, or
          into Basic as the user name. A refusal is JSON with a message and, for refused fields, one
          text for each. All writes are safe to repeat.
        </p>
        <div className="mb-4">
          <SearchField label="Filter endpoints" value={q} onChange={narrow} />
        </div>
        {found === 0 && (
          <Empty isFramed>
            No endpoint has “{q}”.{' '}
            <Button size="small" onClick={() => narrow(undefined)}>
              Clear
            </Button>
          </Empty>
        )}
        <div className="grid grid-cols-[13.75rem_minmax(0,1fr)] gap-6 max-lg:grid-cols-1">
          <Contents groups={groups} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            {groups.map(({ noun, operations }) => (
              <section key={noun} aria-labelledby={`noun-${noun}`} className="grid gap-4">
                <h2 id={`noun-${noun}`} className="text-lead font-semibold capitalize">
                  {noun}
                </h2>
                {operations.map((operation) => (
                  <OperationCard
                    key={operation.id}
                    operation={operation}
                    named={named}
                    base={location.origin + apiBase}
                    org={openOrganization()}
                  />
                ))}
              </section>
            ))}
          </div>
        </div>
      </Page>
    </div>
  )
}

/** Scrolls to the endpoint in the address, again once those above it have their true heights. */
async function showChosen(): Promise<void> {
  for (let frames = 0; frames < 3; frames += 1) {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
    // oxlint-disable-next-line no-await-in-loop -- a frame lays out what has come near
    await new Promise(requestAnimationFrame)
  }
}

function TopBar() {
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b border-line bg-bg px-6 max-md:h-13 max-md:px-4 print:hidden">
      <Link
        to="/"
        className="flex min-h-8 flex-1 items-center gap-2 text-body font-semibold text-text no-underline max-md:min-h-11"
      >
        <Logo />
        Cairn
      </Link>
      <ThemeMenu />
    </header>
  )
}

function Contents(props: { groups: ReturnType<typeof groupsOf> }) {
  return (
    <nav
      aria-label="Endpoints"
      className="sticky top-16 max-h-[calc(100dvh-5rem)] self-start overflow-y-auto text-table max-lg:hidden print:hidden"
    >
      {props.groups.map(({ noun, operations }) => (
        <div key={noun} className="mb-3">
          <p className="font-medium capitalize">{noun}</p>
          <ul>
            {operations.map(({ id }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="block truncate py-0.5 text-muted hover:text-text hover:underline"
                >
                  {id}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
