import { useSuspenseQuery } from '@tanstack/react-query'
import { counted } from '#domain/common/counted.ts'
import { roleLabels } from '#web/domain-ui/role.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { signInSettingsQuery } from './queries.ts'

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
  const { provider, groups, member_count, single_sign_on_count, last_sign_in_at } = data
  return (
    <SettingsSection
      title="Sign-in"
      explanation={<p>{`${ways[data.ways]} The operator of the service sets this.`}</p>}
    >
      <div className="p-4">
        <DescriptionList>
          {provider && (
            <>
              <DescriptionItem label="Issuer">{provider.issuer}</DescriptionItem>
              <DescriptionItem label="Client">{provider.client_id}</DescriptionItem>
              <DescriptionItem label="Redirect to">{provider.redirect_uri}</DescriptionItem>
              <DescriptionItem label="Known by">
                issuer and subject
                {provider.links_by_email && ', at first by a verified e-mail address'}; groups from{' '}
                <code className="font-mono text-code">{provider.groups_claim}</code>
              </DescriptionItem>
              <DescriptionItem label="Used by">
                {single_sign_on_count} of {counted(member_count, 'member')}
                {last_sign_in_at !== null && (
                  <>
                    , last <TimeAgo at={last_sign_in_at} suffix />
                  </>
                )}
              </DescriptionItem>
              <DescriptionItem label="Groups">
                {groups.length === 0 ? (
                  'None gives a role here: admins give them by hand.'
                ) : (
                  <ul>
                    {groups.map(({ group, role }) => (
                      <li key={`${group} ${role}`}>
                        <span className="font-medium">{group}</span>: {roleLabels[role].label}
                      </li>
                    ))}
                  </ul>
                )}
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
    </SettingsSection>
  )
}
