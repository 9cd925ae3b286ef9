import {
  type LucideIcon,
  Braces,
  Download,
  Ellipsis,
  FileArchive,
  Link2,
  Terminal,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Endpoint, ParamsOf, QueryInputOf } from '#contract/common/endpoint.ts'
import type { ViewPage } from '#contract/saved-view/saved-view.ts'
import { curl } from '#web/api/curl.ts'
import type { Readable } from '#web/api/endpoint-query.ts'
import { endpointUrl } from '#web/api/endpoint-url.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { downloadFrom } from '#web/ui/download.ts'
import { Icon } from '#web/ui/icon.tsx'
import { MenuItem, MenuLine, MenuLink } from '#web/ui/menu-items.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { type Shortcut, useShortcuts } from '#web/ui/shortcuts.ts'

/** Something that one page offers besides. */
interface PageAction {
  icon: LucideIcon
  label: string
  /** Its key, which the page listens to. */
  hint: string
  run: () => void
}

/** The way to put the record of a page away, or to delete it, last in its menu. */
interface Removal {
  /** "Archive this policy". */
  label: string
  icon: LucideIcon
  /** Why it cannot be done now, or not by this reader. */
  refusal: string | null
  /** Asks once more, and says what follows. */
  renderQuestion: (close: () => void) => ReactNode
}

interface PageActionsProps<E extends Readable> {
  call: {
    endpoint: E
    params: ParamsOf<E>
    /** Asked when it is needed: a relative range ends now. */
    query?: () => QueryInputOf<E>
  }
  /** The export with the same filters, on pages that show a list. */
  exports?: Export
  /** Path parameters of its files that `call` does not have. */
  scope?: { flow_name: string } | { snapshot_expression: string }
  /** The record with its evidence, as one file. */
  auditPackage?: Endpoint & { response: 'file' }
  /** The list that views can be saved of, on pages that show one. */
  views?: ViewPage
  /** Actions of this page alone, first in the menu. */
  own?: readonly PageAction[]
  removal?: Removal
}

/**
 * Actions of every page: its rows as a file, its link, its call, its raw answer. One line in a
 * page's `actions`; `call` is the call that the page was made from.
 */
export function PageActions<E extends Readable>(props: PageActionsProps<E>) {
  const params: Record<string, string> = { ...props.scope, ...props.call.params }
  useShortcuts(actionsOf(props, params))
  const label = props.exports ? 'Export and share' : 'Share'
  const [isRemoving, setRemoving] = useState(false)
  return (
    <MenusFrame views={props.views}>
      <Menu
        label="Page actions"
        align="end"
        className="min-w-56"
        shortcut={{ key: 'e', label }}
        trigger={
          <Button icon aria-label="Page actions" title="Page actions">
            <Icon of={Ellipsis} />
          </Button>
        }
      >
        <Items {...props} params={params} onRemove={() => setRemoving(true)} />
      </Menu>
      {isRemoving && props.removal?.renderQuestion(() => setRemoving(false))}
    </MenusFrame>
  )
}

/** Menu actions for the search: all but those with a key, which the page offers itself. */
function actionsOf<E extends Readable>(
  { auditPackage, call, exports }: PageActionsProps<E>,
  params: Record<string, string>,
): Shortcut[] {
  const query = () => call.query?.() ?? {}
  const files = forms.map(([label], index) => ({
    key: '',
    label: `Export all rows as ${label}`,
    icon: Download,
    run: () => exports && downloadFrom(exportUrls(exports, params, query())[index]?.href ?? ''),
  }))
  return [
    ...(exports ? files : []),
    ...(auditPackage
      ? [
          {
            key: '',
            label: 'Download the audit package',
            icon: FileArchive,
            run: () => downloadFrom(endpointUrl(auditPackage, params)),
          },
        ]
      : []),
    {
      key: '',
      label: 'Copy the call of this page as curl',
      icon: Terminal,
      run: () => copyCall(call, query()),
    },
  ]
}

const copyCall = <E extends Readable>(call: PageActionsProps<E>['call'], query: object) =>
  void copyText(curl(call.endpoint, { params: call.params, query }), 'Call')

/** Items of the menu; the query is asked for when it opens, since a relative range ends now. */
function Items<E extends Readable>(
  props: PageActionsProps<E> & { params: Record<string, string>; onRemove: () => void },
) {
  const { auditPackage, call, exports, own, params, removal } = props
  const query = call.query?.() ?? {}
  return (
    <>
      {own?.map((one) => (
        <MenuItem key={one.label} onSelect={one.run}>
          <Face icon={one.icon} hint={one.hint}>
            {one.label}
          </Face>
        </MenuItem>
      ))}
      {exports &&
        exportUrls(exports, params, query).map(({ label, href }) => (
          <MenuLink key={label}>
            <a href={href} download>
              <Face icon={Download}>Export all rows as {label}</Face>
            </a>
          </MenuLink>
        ))}
      {auditPackage && (
        <MenuLink>
          <a href={endpointUrl(auditPackage, params)} download>
            <Face icon={FileArchive}>Audit package</Face>
          </a>
        </MenuLink>
      )}
      {(exports || auditPackage) && <MenuLine />}
      <MenuItem onSelect={() => void copyText(location.href, 'Link')}>
        <Face icon={Link2} hint="y">
          Copy link
        </Face>
      </MenuItem>
      <MenuItem onSelect={() => copyCall(call, query)}>
        <Face icon={Terminal}>Copy as curl</Face>
      </MenuItem>
      <MenuLink>
        <a href={endpointUrl(call.endpoint, call.params, query)} target="_blank" rel="noopener">
          <Face icon={Braces}>Raw JSON</Face>
        </a>
      </MenuLink>
      {removal && (
        <>
          <MenuLine />
          <MenuItem refusal={removal.refusal} onSelect={props.onRemove}>
            <Face icon={removal.icon}>{removal.label}</Face>
          </MenuItem>
        </>
      )}
    </>
  )
}

/** On phones both menus of a list go to the next line together. */
function MenusFrame(props: { views: ViewPage | undefined; children: ReactNode }) {
  if (!props.views) return props.children
  return (
    <div className="flex shrink-0 gap-2">
      <PageViews page={props.views} />
      {props.children}
    </div>
  )
}

function Face(props: { icon: LucideIcon; hint?: string; children: ReactNode }) {
  return (
    <>
      <Icon of={props.icon} className="text-muted" />
      <span className="flex-1">{props.children}</span>
      {props.hint && (
        <kbd
          aria-hidden="true"
          className="font-sans text-mini font-medium text-muted max-md:hidden"
        >
          {props.hint}
        </kbd>
      )}
    </>
  )
}

/** An endpoint that gives a whole list as a file. */
type Export = Endpoint & { response: 'export' }

const forms = [
  ['CSV', 'csv'],
  ['NDJSON', 'ndjson'],
  ['JSON', 'json'],
] as const

/** Addresses of a list as files: its filters and order, whichever page is shown. */
export function exportUrls(list: Export, params: Record<string, string>, shown: object) {
  // Path parameters are left out of the query.
  const inPath = Object.fromEntries(Object.keys(params).map((name) => [name, null]))
  const query = { ...shown, ...inPath, page: null, per_page: null }
  return forms.map(([label, format]) => ({
    label,
    href: endpointUrl(list, params, { ...query, format }),
  }))
}

const ViewsMenu = lazyPart(
  () => import('#web/saved-view/views-menu.tsx'),
  <Button aria-label="Views" className="w-24 max-md:w-11" disabled />,
)

/** The saved views of a list, beside its other actions. */
export function PageViews(props: { page: ViewPage }) {
  return (
    <div className="flex min-w-0">
      <ViewsMenu page={props.page} />
    </div>
  )
}
