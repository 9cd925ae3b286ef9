import type { ProblemCode } from '#contract/common/problem.ts'

/** Statuses that a problem code comes with, and its meaning. */
interface DescribedCode {
  statuses: readonly number[]
  meaning: string
}

const of = (meaning: string, ...statuses: number[]): DescribedCode => ({ statuses, meaning })

/** Meaning of each problem code, by status. */
export const problemCodes: Record<ProblemCode, DescribedCode> = {
  already_exists: of('there is one with this name or identifier already', 400, 409),
  ambiguous: of('several records match: the call has to name one of them', 400),
  control_archived: of('the control is archived and cannot be changed', 400),
  delivery_pending: of('the message waits to be sent', 400),
  environment_not_failing: of(
    'the environment is not non-compliant: there is nothing to snooze',
    400,
  ),
  environment_type: of('environments of this type do not take it', 400),
  key_rotated: of('the key was rotated already and works until its grace ends', 400),
  last_admin: of('the member is the last admin of the organization', 400),
  limit_reached: of('there are as many as there may be', 400),
  not_deliverable: of(
    'the message is not sent again: it was a test, its target was removed, or its text is no longer kept',
    400,
  ),
  not_empty: of('the space still holds something', 400),
  not_invited: of('the member does not wait for an invitation', 400),
  policy_archived: of('the policy is archived and cannot be attached', 400),
  policy_attached: of('the policy is attached to environments', 400),
  policy_too_expensive: of(
    'regular expressions of the policies take too long for the artifacts',
    400,
  ),
  target_disabled: of('the target answered 410: it has to be edited or tested first', 400),
  sign_in_again: of('the session is too old for this call', 401),
  own_exception: of('who made an exception cannot review it', 403),
  approval_required: of('an exception here takes the approval of a second person', 403),
  foreign_origin: of(
    'a write with a session came from another address than that of the dashboard',
    403,
  ),
  no_access: of('there is no such organization, or the caller is not in it', 403),
  organization_deleted: of('the organization was deleted, and its grace is running', 403),
  not_approver: of('the organization has set that others decide about requests', 403),
  not_requester: of('only who made the request can withdraw it', 403),
  own_request: of('who asks for an exception cannot decide about it', 403),
  person_only: of('it is for persons, not for service accounts', 403),
  role_too_low: of('the caller has a weaker role than `required_role`', 403),
  session_header_missing: of(
    'a write with a session lacks the header that the dashboard sends',
    403,
  ),
  shared_only: of('personal organizations do not have it', 403),
  custom_type_archived: of('the custom attestation type is archived', 404),
  environment_archived: of('the environment is archived', 404),
  flow_archived: of('the flow is archived', 404),
  no_snapshot_yet: of('nothing was reported in the environment yet', 404),
  snapshot_not_found: of('the environment has no such snapshot', 404),
  override_ended: of('the override has ended', 409),
  exception_changed: of('the exception has ended, or was changed or reviewed meanwhile', 409),
  request_decided: of('the request was approved, declined or withdrawn', 409),
  request_outdated: of(
    'the override can no longer be made as it was asked for: ask for it anew',
    409,
  ),
  evidence_damaged: of('the stored evidence file is not the one that was received', 410),
  evidence_missing: of('the evidence file is not in the store', 410),
  evidence_removed: of('retention has removed the evidence file', 410),
  idempotency_key_reused: of('the Idempotency-Key was used for another request', 422),
}

/** Description of `code`: the codes with their statuses and meanings. */
export const describedCodes = [
  'Machine-readable reason, where the status alone does not tell it:',
  ...Object.entries(problemCodes).map(
    ([code, { statuses, meaning }]) => `- \`${code}\` (${statuses.join(', ')}): ${meaning}`,
  ),
].join('\n')
