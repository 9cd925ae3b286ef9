import { Link } from '@tanstack/react-router'
import { Check, ChevronsUpDown } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'
import { MenuLink } from '#web/ui/menu-items.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Logo } from './logo.tsx'

const nameClass =
  'mb-3 flex h-8 w-full items-center gap-2 rounded-base px-2 text-left text-body font-semibold text-text no-underline hover:bg-hover max-md:h-11'

/** The organization's name; a menu where there are several to choose from. */
export function OrganizationMenu(props: {
  org: string
  organizations: readonly { name: string; role: string }[]
  isFolded: boolean
}) {
  const name = !props.isFolded && <span className="min-w-0 flex-1 truncate">{props.org}</span>
  const others = props.organizations.some((one) => one.name !== props.org)
  if (!others) {
    return (
      <Link to="/$org" params={{ org: props.org }} className={nameClass} aria-label={props.org}>
        <Logo />
        {name}
      </Link>
    )
  }
  return (
    <Menu
      label="Organizations"
      className="min-w-52"
      trigger={
        <button
          type="button"
          className={nameClass}
          aria-label={`${props.org}, change organization`}
        >
          <Logo />
          {name}
          {!props.isFolded && <Icon of={ChevronsUpDown} small className="text-muted" />}
        </button>
      }
    >
      {props.organizations.map((one) => (
        <MenuLink key={one.name}>
          <Link
            to="/$org"
            params={{ org: one.name }}
            {...(one.name === props.org && { 'aria-current': 'true' as const })}
          >
            <span className="min-w-0 flex-1 truncate">{one.name}</span>
            <span className="text-meta text-muted">{one.role}</span>
            <span className="w-3.5">{one.name === props.org && <Icon of={Check} small />}</span>
          </Link>
        </MenuLink>
      ))}
    </Menu>
  )
}
