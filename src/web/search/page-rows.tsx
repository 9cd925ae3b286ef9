import type { AnyRouter, LinkProps } from '@tanstack/react-router'
import {
  BookOpen,
  CircleUser,
  History,
  type LucideIcon,
  Moon,
  Settings,
  Sun,
  Upload,
} from 'lucide-react'
import { matchRank, rankMatches } from '#domain/search/match-name.ts'
import { sections } from '#web/shell/sections.ts'
import { settingsSections } from '#web/shell/settings-sections.ts'
import { chooseTheme } from '#web/shell/theme.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import type { Shortcut } from '#web/ui/shortcuts.ts'
import { recordIcons } from './record-rows.tsx'
import { Matched, type SearchGroup, type SearchRow, type Target, linkTo } from './rows.tsx'

interface PageLink {
  label: string
  note?: string
  icon: LucideIcon
  to: NonNullable<LinkProps['to']>
  /** Keys that go there, one after the other. */
  keys?: readonly string[]
}

const pages: readonly PageLink[] = [
  ...sections.flat().map(({ label, icon, to, key }) => ({ label, icon, to, keys: ['g', key] })),
  { label: 'Can I deploy?', icon: Upload, to: '/$org/can-i-deploy' },
  { label: 'Trails', note: 'of all flows', icon: recordIcons.trail, to: '/$org/trails' },
  { label: 'Events', icon: History, to: '/$org/events' },
  ...settingsSections.map(({ label, to }) => ({ label, note: 'Settings', icon: Settings, to })),
  { label: 'Profile', icon: CircleUser, to: '/profile' },
  { label: 'API reference', icon: BookOpen, to: '/api/docs' },
]

const keysHint = (keys: readonly string[]) =>
  keys.length > 0 && (
    <span className="flex gap-1 max-md:hidden">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  )

const maxPages = 5

/** Pages of the organization whose names contain a text. */
export function pageGroup(router: AnyRouter, org: string, text: string): SearchGroup {
  const found = rankMatches(text, pages, ({ label, note }) => ({
    names: [label, `${label} ${note ?? ''}`],
    at: 0,
  }))
  return {
    label: 'Go to pages',
    kind: null,
    rows: found.slice(0, maxPages).map(({ label, note = '', icon, to, keys = [] }) => ({
      id: `page ${to}`,
      icon,
      name: <Matched text={text} of={label} />,
      note: note && <Matched text={text} of={note} />,
      hint: keysHint(keys),
      found: `${label} ${note}`,
      ...linkTo(router, { to, params: { org } } as Target),
    })),
  }
}

const pagesOfFlow = { Matrix: 'matrix', Artifacts: 'artifacts', Attestations: 'attestations' }
const pagesOfEnvironment = { Snapshots: 'snapshots', Policies: 'policies', Events: 'events' }

/** Pages of the flow or environment whose name begins with a text. */
export function pagesWithin(
  { router, org, text }: { router: AnyRouter; org: string; text: string },
  flow: string | undefined,
  env: string | undefined,
): SearchGroup[] {
  const isMeant = (name: string | undefined): name is string =>
    name !== undefined && text !== '' && (matchRank(text, name) ?? 2) < 2
  const group = (name: string, folder: 'flows/$flow' | 'environments/$env', parts: object) => ({
    label: `Pages of ${name}`,
    kind: null,
    rows: Object.entries(parts).map(([label, part]): SearchRow => ({
      id: `page ${folder} ${name} ${part}`,
      icon: folder === 'flows/$flow' ? recordIcons.flow : recordIcons.environment,
      name: <Matched text={text} of={name} />,
      note: label,
      found: `${name} ${label}`,
      ...linkTo(router, {
        to: `/$org/${folder}/${part}`,
        params: { org, flow: name, env: name },
      } as Target),
    })),
  })
  if (isMeant(flow)) return [group(flow, 'flows/$flow', pagesOfFlow)]
  return isMeant(env) ? [group(env, 'environments/$env', pagesOfEnvironment)] : []
}

/** Keys of actions that are offered on every page. */
const everywhere = new Set(['?'])
const isEverywhere = ({ key }: Shortcut) => everywhere.has(key)

const actionRow = (text: string, { key, label, icon, run }: Shortcut & { icon: LucideIcon }) => ({
  id: `action ${label}`,
  icon,
  name: <Matched text={text} of={label} />,
  hint: keysHint(key === '' ? [] : [key]),
  found: label,
  href: null,
  run,
})

const isDark = () =>
  getComputedStyle(document.documentElement).colorScheme === 'dark' ||
  (document.documentElement.dataset['theme'] === undefined &&
    matchMedia('(prefers-color-scheme: dark)').matches)

/** Actions allowed on the open page, and on every page, if their names contain a text. */
export function actionGroups(
  text: string,
  actions: readonly (Shortcut & { icon: LucideIcon })[],
): SearchGroup[] {
  const theme = isDark() ? 'light' : 'dark'
  const switchTheme = {
    key: '',
    label: `Switch to ${theme} theme`,
    icon: theme === 'dark' ? Moon : Sun,
    run: () => chooseTheme(theme),
  }
  const group = (label: string, of: typeof actions): SearchGroup => ({
    label,
    kind: null,
    // An action with a key is likelier.
    rows: rankMatches(text, of, ({ key, label }) => ({
      names: [label],
      at: key === '' ? 0 : 1,
    })).map((one) => actionRow(text, one)),
  })
  return [
    group(
      'On this page',
      actions.filter((one) => !isEverywhere(one)),
    ),
    group('Anywhere', [switchTheme, ...actions.filter(isEverywhere)]),
  ]
}
