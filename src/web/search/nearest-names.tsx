import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkProps, Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { nearestNames } from '#contract/search/search.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'
import { sections } from '#web/shell/sections.ts'
import { pageOf, recordLabels } from './record-page.ts'
import { decoded } from './path-part.ts'
import { readSha, shaPattern } from './search.ts'

const linkClass = 'text-accent underline'

type Match = ResponseOf<typeof nearestNames>['matches'][number]

/** Paths below which the next part is a name; elsewhere the last part is what was meant. */
const named = ['flows', 'environments', 'policies', 'controls']

/** Possible targets of an address: renamed records, ones called nearly so, and pages. */
export default function NearestNames(props: { path: string }) {
  const [org = '', section = '', name = '', ...rest] = props.path.split('/').slice(1).map(decoded)
  const text =
    named.includes(section) && name ? name : ([section, name, ...rest].findLast(Boolean) ?? '')
  const { data } = useQuery({
    ...endpointQuery(nearestNames, { org }, { text: text.slice(0, 255) }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const pages = sections.flat().filter(({ label }) => {
    const start = section.slice(0, 3).toLowerCase()
    return start.length === 3 && label.toLowerCase().startsWith(start)
  })
  const sha = readSha(text)
  const items = [
    ...(data?.renamed ?? []).map(({ type, id }) => (
      <li key={`renamed ${type}`}>
        {recordLabels[type]} <q>{text}</q> is now called <NameLink org={org} type={type} id={id} />
      </li>
    )),
    ...(data?.matches ?? []).map(({ type, id, name }) => (
      <li key={`${type} ${id}`}>
        {recordLabels[type]} <NameLink org={org} type={type} id={id} />
        {name !== null && <span className="text-muted"> {name}</span>}
      </li>
    )),
    ...pages.map(({ label, to }) => (
      <li key={to}>
        Page{' '}
        <Link to={to} params={{ org }} activeOptions={{ exact: true }} className={linkClass}>
          {label}
        </Link>
      </li>
    )),
    ...(shaPattern.test(sha)
      ? [
          <li key="sha">
            Artifacts whose fingerprint starts with{' '}
            <Link
              to="/$org/artifacts/$fingerprint"
              params={{ org, fingerprint: sha }}
              className={linkClass}
            >
              {sha}
            </Link>
          </li>,
        ]
      : []),
  ]
  return (
    <section aria-label="Nearest matches" className="mt-4 max-w-[72ch] text-table">
      {items.length > 0 && (
        <>
          <h2 className="mb-1 font-medium">Did you mean</h2>
          <ul className="grid gap-1 wrap-anywhere max-md:gap-0 max-md:[&_a]:inline-block max-md:[&_a]:py-3">
            {items}
          </ul>
        </>
      )}
      <p className="mt-2 text-muted">
        The search above finds records of every kind by their names.
      </p>
    </section>
  )
}

function NameLink(props: { org: string } & Pick<Match, 'type' | 'id'>) {
  const { org, type, id } = props
  return (
    <Link {...(pageOf(org, { kind: type, id }) as LinkProps)} className={linkClass}>
      {id}
    </Link>
  )
}
