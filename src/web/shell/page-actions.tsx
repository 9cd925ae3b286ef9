import {
  type LucideIcon,
  Braces,
  Download,
  Ellipsis,
  FileArchive,
  Link2,
  Terminal,
} from 'lucide-react'
import { type ReactNode, lazy, Suspense } from 'react'
import type { Endpoint, ParamsOf, QueryInputOf } from '#contract/common/endpoint.ts'
import type { ViewPage } from '#contract/saved-view/saved-view.ts'
import { curl } from '#web/api/curl.ts'
import type { Readable } from '#web/api/endpoint-query.ts'
import { endpointUrl } from '#web/api/endpoint-url.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { type PopoverTrigger, menuItemClass, Popover } from '#web/ui/popover.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

/** Something that one page offers besides. */
export interface PageAction {
  icon: LucideIcon
  label: string
  /** Its key, which the page listens to. */
  hint: string
  run: () => void
}

/**
 * What every page offers: its rows as a file, its link, its call, its raw answer. One line in a
 * page's `actions`; `call` is the call that the page was made from.
 */
export function PageActions<E extends Readable>(props: {
  call: {
    endpoint: E
    params: ParamsOf<E>
    /** Asked when it is needed: a relative range ends now. */
    query?: () => QueryInputOf<E>
  }
  /** The export with the same filters, on pages that show a list. */
  exports?: Export
  /** The flow that the page belongs to, where `call` does not name it. */
  flow?: string
  /** What is shown with its evidence, as one file. */
  auditPackage?: Endpoint & { response: 'file' }
  /** The list that views can be saved of, on pages that show one. */
  views?: ViewPage
  /** What only this page offers, first in the menu. */
  own?: readonly PageAction[]
}) {
  const { auditPackage, call, exports, own } = props
  const params: Record<string, string> = {
    ...(props.flow && { flow_name: props.flow }),
    ...call.params,
  }
  return (
    <MenusFrame views={props.views}>
      <Popover
        label="Page actions"
        role="menu"
        align="end"
        className="min-w-56"
        renderTrigger={(trigger) => <Trigger trigger={trigger} hasExport={exports !== undefined} />}
      >
        {(close) => {
          const query = call.query?.() ?? {}
          const copy = (text: string, what: string) => {
            close()
            void copyText(text, what)
          }
          return (
            <>
              {own?.map((one) => (
                <button
                  key={one.label}
                  type="button"
                  role="menuitem"
                  className={menuItemClass}
                  onClick={() => {
                    close()
                    one.run()
                  }}
                >
                  <Face icon={one.icon} hint={one.hint}>
                    {one.label}
                  </Face>
                </button>
              ))}
              {exports &&
                exportUrls(exports, params, query).map(({ label, href }) => (
                  <a
                    key={label}
                    role="menuitem"
                    className={menuItemClass}
                    href={href}
                    download
                    onClick={close}
                  >
                    <Face icon={Download}>Export all rows as {label}</Face>
                  </a>
                ))}
              {auditPackage && (
                <a
                  role="menuitem"
                  className={menuItemClass}
                  href={endpointUrl(auditPackage, params)}
                  download
                  onClick={close}
                >
                  <Face icon={FileArchive}>Audit package</Face>
                </a>
              )}
              {(exports || auditPackage) && <hr className="my-1 border-line" />}
              <button
                type="button"
                role="menuitem"
                className={menuItemClass}
                onClick={() => copy(location.href, 'Link')}
              >
                <Face icon={Link2} hint="y">
                  Copy link
                </Face>
              </button>
              <button
                type="button"
                role="menuitem"
                className={menuItemClass}
                onClick={() => copy(curl(call.endpoint, { params: call.params, query }), 'Call')}
              >
                <Face icon={Terminal}>Copy as curl</Face>
              </button>
              <a
                role="menuitem"
                className={menuItemClass}
                href={endpointUrl(call.endpoint, call.params, query)}
                target="_blank"
                rel="noopener"
                onClick={close}
              >
                <Face icon={Braces}>Raw JSON</Face>
              </a>
            </>
          )
        }}
      </Popover>
    </MenusFrame>
  )
}

/** On phones both menus of a list go to the next line together. */
function MenusFrame(props: { views: ViewPage | undefined; children: ReactNode }) {
  if (!props.views) return props.children
  return (
    <div className="flex min-w-0 gap-2">
      <PageViews page={props.views} />
      {props.children}
    </div>
  )
}

function Trigger(props: { trigger: PopoverTrigger; hasExport: boolean }) {
  const { trigger, hasExport } = props
  const label = hasExport ? 'Export, link and call of this page' : 'Link and call of this page'
  useShortcuts([{ key: 'e', label, run: () => trigger.ref.current?.click() }])
  return (
    <Button {...trigger} icon aria-label="Page actions" title={label}>
      <Icon of={Ellipsis} />
    </Button>
  )
}

function Face(props: { icon: LucideIcon; hint?: string; children: ReactNode }) {
  return (
    <>
      <Icon of={props.icon} className="text-muted" />
      <span className="flex-1">{props.children}</span>
      {props.hint && (
        <kbd aria-hidden="true" className="font-sans text-mini font-medium text-muted">
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
  // What stands in the path is not asked again.
  const inPath = Object.fromEntries(Object.keys(params).map((name) => [name, null]))
  const asked = { ...shown, ...inPath, page: null, per_page: null }
  return forms.map(([label, format]) => ({
    label,
    href: endpointUrl(list, params, { ...asked, format }),
  }))
}

const ViewsMenu = lazy(() => import('#web/saved-view/views-menu.tsx'))

/** The saved views of a list, beside its other actions. */
export function PageViews(props: { page: ViewPage }) {
  return (
    <div className="flex min-w-0">
      <Suspense fallback={<Button aria-label="Views" className="w-24 max-md:w-11" disabled />}>
        <ViewsMenu page={props.page} />
      </Suspense>
    </div>
  )
}
