import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { getSignInSettings } from '#contract/organization/sign-in-settings.ts'
import { counted } from '#domain/common/counted.ts'
import { roleLabels } from '#web/domain-ui/role.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { signInSettingsQuery } from './queries.ts'

type Settings = ResponseOf<typeof getSignInSettings>

const ways = {
  key: 'By API key, or once by a link.',
  oidc: 'By single sign-on alone. Pipelines keep their keys.',
  both: 'By single sign-on, or by API key.',
}

const duration = (hours: number) =>
  hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour')

/** How people sign in, what their groups give them, and what ends with that. */
export default function SignInCard({ org }: { org: string }) {
  const { data } = useSuspenseQuery(signInSettingsQuery(org))
  const { provider, groups } = data
  return (
    <>
      <SettingsSection
        title={provider ? 'Single sign-on' : 'Sign-in'}
        explanation={
          <>
            <p>{ways[data.ways]}</p>
            <p>Set by environment variables of the service; it cannot be changed here.</p>
          </>
        }
      >
        {provider && <Use org={org} settings={data} />}
        <div className="p-4">
          <DescriptionList>
            {provider && (
              <>
                <DescriptionItem label="Issuer">{provider.issuer}</DescriptionItem>
                <DescriptionItem label="Client">{provider.client_id}</DescriptionItem>
                <DescriptionItem label="Redirect to">{provider.redirect_uri}</DescriptionItem>
                <DescriptionItem label="Known by">
                  issuer and subject
                  {provider.links_by_email && ', at first by a verified e-mail address'}; groups
                  from <code className="font-mono text-code">{provider.groups_claim}</code>
                </DescriptionItem>
                <DescriptionItem label="SCIM">
                  {data.provisioned_count === 0
                    ? 'sends no member'
                    : `sends ${data.provisioned_count} of ${counted(data.member_count, 'member')}`}
                </DescriptionItem>
              </>
            )}
            <DescriptionItem label="Sessions">
              end after {duration(data.session_hours)}, or {duration(data.idle_hours)} without a
              request
            </DescriptionItem>
            <DescriptionItem label="Who leaves">
              {groups.length > 0 && 'loses their role at the next sign-in without a group; '}
              is removed here by an admin, or disabled for all organizations by the operator
            </DescriptionItem>
          </DescriptionList>
        </div>
        {provider && (
          <div className="border-t border-line px-4 py-3 text-table">
            <p className="font-medium">
              Only single sign-on is {data.ways === 'oidc' ? 'on' : 'off'}
            </p>
            <p className="text-meta text-muted">{lockedOut(data)}</p>
          </div>
        )}
      </SettingsSection>
      {provider && <Groups groups={groups} />}
    </>
  )
}

/** Lists who uses single sign-on, and who could not sign in without keys. */
function lockedOut(settings: Settings): string {
  const { ways: open, member_count: members, single_sign_on_count: used } = settings
  const others = members - used
  const said = `${used} of ${counted(members, 'member')} used it`
  if (others === 0) return `${said}: nobody ${open === 'both' ? 'would be' : 'is'} locked out.`
  return open === 'both'
    ? `${said}; ${others} did not, and would be locked out until they do.`
    : `${said}; ${others} did not, and cannot sign in until they do.`
}

/** When somebody last came, and how many were refused. */
function Use(props: { org: string; settings: Settings }) {
  const { last_sign_in_at: last, refused_count: refused } = props.settings
  return (
    <p className="flex flex-wrap gap-x-3 border-b border-line px-4 py-3 text-table">
      <span className="font-medium">
        {last === null ? (
          'Nobody came yet'
        ) : (
          <>
            Last sign-in <TimeAgo at={last} suffix />
          </>
        )}
      </span>
      <span className="text-muted">
        {refused === 0 ? (
          'none refused in 7 days'
        ) : (
          <Link
            to="/$org/settings/audit-log"
            params={{ org: props.org }}
            search={{ action: ['sign_in_refused'] }}
            className="text-accent underline"
          >
            {refused} refused in 7 days
          </Link>
        )}
      </span>
    </p>
  )
}

/** Groups of the provider that give roles here, and how many members are in each. */
function Groups({ groups }: Pick<Settings, 'groups'>) {
  return (
    <SettingsSection
      title="Groups and roles"
      explanation={
        <p>
          The groups decide at each sign-in, and while a session is used. Of several, the role that
          may do most counts; nobody gets in without one.
        </p>
      }
    >
      {groups.length === 0 ? (
        <p className="p-4 text-table text-muted">
          No group gives a role here: admins assign roles.
        </p>
      ) : (
        <SmallTable
          caption="Groups that give roles"
          columns={[{ heading: 'Group' }, { heading: 'Role' }, { heading: 'Members' }]}
        >
          {groups.map(({ group, role, member_count }) => (
            <tr key={`${group} ${role}`} role="row">
              <td role="cell" className="font-medium">
                {group}
              </td>
              <td role="cell">{roleLabels[role].label}</td>
              <td role="cell" className={member_count === null ? 'text-muted' : undefined}>
                {member_count ?? 'known by SCIM only'}
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
    </SettingsSection>
  )
}
