import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { ApiError } from '#web/api/api-error.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { isPartMissing } from '#web/connection/upgrade.ts'
import { decoded } from '#web/search/path-part.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

const NearestNames = lazyPart(() => import('#web/search/nearest-names.tsx'))

/** A page that could not be shown: says what is unknown, missing or broken, and what to do. */
export function ErrorPage(props: ErrorComponentProps) {
  const router = useRouter()
  const { title, text } = explanation(props.error)
  const canRetry = !(props.error instanceof ApiError) || props.error.isTemporary
  const requestId = props.error instanceof ApiError ? props.error.requestId : null
  return (
    <Page title={[title]} heading={title}>
      <p className="max-w-[72ch] wrap-anywhere whitespace-pre-line text-muted">{text}</p>
      {requestId && (
        <p className="mt-2 text-meta text-muted">
          Request <code className="font-mono">{requestId}</code>
        </p>
      )}
      {title === 'Not found' && <NearestNames path={location.pathname} />}
      <div className="mt-4 flex gap-2">
        {canRetry && (
          <Button
            kind="primary"
            onClick={() => {
              props.reset()
              void router.invalidate()
            }}
          >
            Retry
          </Button>
        )}
        <HomeLink />
      </div>
    </Page>
  )
}

/** An address that no page has. */
export function NotFoundPage() {
  return (
    <Page title={['Not found']} heading="Page not found">
      <p className="max-w-[72ch] wrap-anywhere text-muted">
        There is no page at{' '}
        <code className="font-mono text-code">{decoded(location.pathname)}</code>.
      </p>
      <NearestNames path={location.pathname} />
      <div className="mt-4">
        <HomeLink />
      </div>
    </Page>
  )
}

function HomeLink() {
  return (
    <Link to="/" className={buttonClass()}>
      Go to the overview
    </Link>
  )
}

function accessText({ code, requiredRole, message }: ApiError): string {
  if (code === 'no_access') return 'There is no such organization, or you are not a member of it.'
  if (requiredRole === null) return message
  return `This needs the role ${requiredRole}. Ask an admin of the organization.`
}

function explanation(error: unknown): { title: string; text: string } {
  if (isPartMissing(error)) {
    return { title: 'This could not be loaded', text: `${error.message}. Nothing else is wrong.` }
  }
  if (!(error instanceof ApiError)) {
    return { title: 'This page broke', text: 'A fault of the dashboard. Retry, or go back.' }
  }
  if (error.status === 404) return { title: 'Not found', text: error.message }
  if (error.status === 403) return { title: 'No access', text: accessText(error) }
  if (error.status === 0) {
    return { title: 'No connection', text: 'The service could not be reached.' }
  }
  if (error.status === 429) {
    return { title: 'Too many requests', text: 'Wait a moment, then retry.' }
  }
  return { title: 'This could not be loaded', text: error.message }
}
