import { Link } from '@tanstack/react-router'
import { BookOpen, CircleUser, Keyboard, LogOut } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'
import { MenuItem, MenuLink } from '#web/ui/menu-items.tsx'
import { Menu } from '#web/ui/menu.tsx'

/** Who is signed in, with the way out. */
export function ProfileMenu(props: {
  name: string
  email: string | null
  onHelp: () => void
  onSignOut: () => void
}) {
  return (
    <Menu
      label={`Profile: ${props.name}`}
      align="end"
      className="min-w-56"
      trigger={
        <button
          type="button"
          aria-label={`${initials(props.name)}, profile of ${props.name}`}
          className="grid size-7 shrink-0 place-items-center rounded-full border border-line-strong bg-surface text-mini font-semibold text-muted hover:bg-hover max-md:size-11 max-md:border-0 max-md:bg-transparent"
        >
          {initials(props.name)}
        </button>
      }
    >
      <p className="px-2 py-1.5">
        <span className="block truncate font-medium">{props.name}</span>
        {props.email && <span className="block truncate text-meta text-muted">{props.email}</span>}
      </p>
      <MenuLink>
        <Link to="/profile">
          <Icon of={CircleUser} className="text-muted" />
          Profile
        </Link>
      </MenuLink>
      <MenuItem onSelect={props.onHelp}>
        <Icon of={Keyboard} className="text-muted" />
        Keyboard
      </MenuItem>
      <MenuLink>
        <a href="/api/docs">
          <Icon of={BookOpen} className="text-muted" />
          API reference
        </a>
      </MenuLink>
      <MenuItem onSelect={props.onSignOut}>
        <Icon of={LogOut} className="text-muted" />
        Sign out
      </MenuItem>
      <p className="px-2 py-1.5 text-meta text-muted">Cairn {import.meta.env.CAIRN_VERSION}</p>
    </Menu>
  )
}

/** "release-team" → "RT". */
function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word[0]) : [name.slice(0, 2)]
  return letters.join('').toUpperCase()
}
