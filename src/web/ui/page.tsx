import { createContext, type ReactNode, useContext } from 'react'
import { FactsLine } from './facts-line.tsx'

/** The tabs that a frame around several pages gives them, below their headings. */
export const PageTabs = createContext<ReactNode>(null)

/** The content of a page: sets the document's title and holds the one `h1`. */
export function Page(props: {
  /** Parts of the document's title, most particular first; those that are undefined are left out. */
  title: readonly (string | undefined)[]
  heading: ReactNode
  /** Beside the heading: the verdict, and what explains it. */
  beside?: ReactNode
  /** The answer that the page gives, in one sentence. */
  lead?: ReactNode
  facts?: ReactNode
  actions?: ReactNode
  isCovered?: boolean
  children: ReactNode
}) {
  return (
    <main
      id="main"
      tabIndex={-1}
      inert={props.isCovered}
      className="max-w-[105rem] px-6 pt-6 pb-12 outline-none max-md:p-4 max-md:pb-8 print:p-0"
    >
      <title>{[...props.title, 'Cairn'].filter(Boolean).join(' · ')}</title>
      <div className="mb-4 flex items-start gap-4 max-md:flex-wrap max-md:gap-3">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1
              tabIndex={-1}
              className="text-title font-semibold tracking-[-0.012em] wrap-anywhere"
            >
              {props.heading}
            </h1>
            {props.beside}
          </div>
          {props.lead && <p className="mt-1 text-lead [&_b]:font-semibold">{props.lead}</p>}
          {props.facts && <FactsLine>{props.facts}</FactsLine>}
        </div>
        {/* Menus alone stay beside the heading on phones. */}
        {props.actions && (
          <div className="flex shrink-0 gap-2 print:hidden max-md:min-w-0 max-md:shrink max-md:flex-wrap max-md:has-[>:nth-child(2)]:w-full max-md:[&>:nth-child(n+2):last-child:not([aria-haspopup=menu])]:flex-1">
            {props.actions}
          </div>
        )}
      </div>
      {useContext(PageTabs)}
      {props.children}
    </main>
  )
}
