import { Link } from '@tanstack/react-router'
import type { Trail } from '#contract/trail/trail.ts'

const linkClass = 'text-inherit hover:underline max-md:-my-3 max-md:inline-block max-md:py-3'

/** Beside the status of a trail: all that was reported on it, and the template that it is evaluated by. */
export function StatusLinks(props: { org: string; trail: Trail }) {
  const { org, trail } = props
  const { name, flow, flow_template_version: version } = trail
  return (
    <span className="inline-flex flex-wrap justify-end gap-6 gap-x-4 max-md:grid">
      <Link
        to="/$org/attestations"
        params={{ org }}
        search={{
          flow_name: [flow.name],
          trail_name: name,
          record_type: 'all',
          ...(flow.archived_at !== null && { archived: 'include' as const }),
        }}
        className={linkClass}
      >
        All attestations
      </Link>
      {version === null ? (
        'Own template'
      ) : (
        <Link
          to="/$org/flows/$flow/template"
          params={{ org, flow: flow.name }}
          search={{ version }}
          className={linkClass}
        >
          Template v{version}
        </Link>
      )}
    </span>
  )
}
