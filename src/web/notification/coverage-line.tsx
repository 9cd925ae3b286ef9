import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { counted } from '#domain/common/counted.ts'
import { MenuLine, MenuLink } from '#web/ui/menu-items.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { WarningSign } from '#web/ui/warning-sign.tsx'
import { coverageQuery, trouble, troubleQuery } from './queries.ts'

const listed = 50

/** "2 failing or retrying": the way to these rules; nothing for none. */
export function TroubleFact(props: { org: string }) {
  const { org } = props
  const { data } = useQuery(troubleQuery(org))
  const count = data?.pagination.total ?? 0
  if (count === 0) return null
  return (
    <Link
      to="/$org/settings/notifications"
      params={{ org }}
      search={trouble}
      className="font-medium text-text hover:underline max-md:py-3"
    >
      <WarningSign className="size-3.5" /> {count} failing or retrying
    </Link>
  )
}

/** "4 environments have no rule", "1 environment has rules, none of which works". */
export function CoverageLine(props: { org: string }) {
  const { org } = props
  const { data } = useQuery(coverageQuery(org))
  if (!data || data.environment_count === 0) return null
  const { uncovered, unreached } = data
  if (uncovered.length + unreached.length === 0) return <span>Every environment has a rule</span>
  return (
    <>
      <Uncovered
        org={org}
        label="Environments without a rule"
        names={uncovered.map(({ name }) => name)}
        texts={['has no rule', 'have no rule']}
      />
      <Uncovered
        org={org}
        label="Environments of which nobody is told"
        names={unreached.map(({ name }) => name)}
        texts={['has no working rule', 'have no working rule']}
      />
    </>
  )
}

/** A count of environments, each the way to one; nothing for none. */
function Uncovered(props: {
  org: string
  label: string
  names: string[]
  texts: [one: string, several: string]
}) {
  const { org, label, names, texts } = props
  if (names.length === 0) return null
  const more = names.length - listed
  return (
    <Menu
      label={label}
      trigger={
        <button
          type="button"
          className="font-medium whitespace-nowrap text-text hover:underline max-md:min-h-11"
        >
          {counted(names.length, 'environment')} {texts[names.length === 1 ? 0 : 1]}
        </button>
      }
    >
      <MenuLink className="text-accent">
        <Link
          to="/$org/settings/notifications/new"
          params={{ org }}
          search={{ environment: names.slice(0, listed) }}
        >
          Notify about {names.length === 1 ? 'it' : 'them'}
        </Link>
      </MenuLink>
      <MenuLine />
      {names.slice(0, listed).map((env) => (
        <MenuLink key={env}>
          <Link to="/$org/environments/$env" params={{ org, env }}>
            <span className="truncate">{env}</span>
          </Link>
        </MenuLink>
      ))}
      {more > 0 && <p className="px-2 py-1 text-meta text-muted">and {more} more</p>}
    </Menu>
  )
}
