import type { JiraIssue } from '#contract/attestation/types/jira.ts'
import { jiraUrl } from '#server/demo/company.ts'
import type { Evidence, ReportContext } from './report-context.ts'

/** The issue named in a change; a mistyped one does not exist. */
export function jira({ flow, change, isFailing, random }: ReportContext): Evidence {
  const issue_id = isFailing ? change.issue.replace(/\d+$/, (number) => `${number}0`) : change.issue
  const found: JiraIssue = {
    issue_id,
    issue_url: `${jiraUrl}/${issue_id}`,
    issue_exists: !isFailing,
    ...(isFailing
      ? {}
      : {
          issue_fields: {
            summary: change.title,
            status: { name: random.pick(['In Review', 'In Review', 'Ready for Release', 'Done']) },
            issuetype: { name: random.pick(['Story', 'Story', 'Bug', 'Task']) },
            priority: { name: random.pick(['High', 'Medium', 'Medium', 'Low']) },
            assignee: { displayName: change.author.name },
            labels: [flow.name],
          },
        }),
  }
  return { fields: { jira_results: [found] } }
}
