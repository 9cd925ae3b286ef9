import { expect, test } from 'vitest'
import type { NotificationSummary } from '#contract/notification/notification-page.ts'
import {
  bodyOf,
  copyOf,
  editedOf,
  emptyNotification,
  emptyTarget,
  isAddressed,
  previewedTargets,
} from './draft.ts'

const untried = {
  health: 'never_tried',
  last_success_at: null,
  last_failure_at: null,
  is_disabled: false,
  failures_in_a_row: 0,
  next_probe_at: null,
  waiting_count: 0,
} as const

const saved: NotificationSummary = {
  number: 4,
  name: 'Prod changes verdict',
  environments: ['prod-eu', 'prod-us'],
  named_environments: ['prod-eu'],
  selector: { tags: ['tier:prod', 'region'], types: ['K8S'], name_pattern: 'prod-*' },
  triggers: ['ON_NON_COMPLIANT_ENV'],
  digest: 'hourly',
  merge_minutes: 5,
  muted_until: null,
  muted_by: null,
  health: 'never_tried',
  targets: [
    {
      ...untried,
      target_id: 't1',
      type: 'SLACK',
      label: '#releases',
      email: null,
      payload_version: null,
      context: { channel_name: '#releases', team: 'platform' },
    },
    {
      ...untried,
      target_id: 't2',
      type: 'EMAIL',
      label: 'a@acme.example, b@acme.example',
      email: ['a@acme.example', 'b@acme.example'],
      payload_version: null,
      context: null,
    },
    {
      ...untried,
      target_id: 't3',
      type: 'WEBHOOK',
      label: 'https://hooks.acme.example/•••',
      email: null,
      payload_version: '1.0',
      context: null,
    },
  ],
  sent_count: 0,
  last_success_timestamp: null,
  last_failure_timestamp: null,
  is_created_from_slack_app: false,
  created_by: 'robin',
  created_at: 1,
  last_modified_by: 'robin',
  last_modified_at: 1,
}

test('a saved rule that nobody touched is sent as it was, its addresses by their ids', () => {
  expect(bodyOf(editedOf(saved))).toEqual({
    name: 'Prod changes verdict',
    environments: ['prod-eu'],
    selector: { tags: ['tier:prod', 'region'], types: ['K8S'], name_pattern: 'prod-*' },
    triggers: ['ON_NON_COMPLIANT_ENV'],
    digest: 'hourly',
    merge_minutes: 5,
    targets: [
      { target_id: 't1', type: 'SLACK', context: { channel_name: '#releases', team: 'platform' } },
      { target_id: 't2', type: 'EMAIL', email: ['a@acme.example', 'b@acme.example'] },
      { target_id: 't3', type: 'WEBHOOK', payload_version: '1.0' },
    ],
  })
})

test('a copy has no addresses that its author may not know', () => {
  const copy = copyOf(saved)
  expect(copy.name).toBe('Copy of Prod changes verdict')
  expect(copy.targets.map(isAddressed)).toEqual([false, true, false])
})

test('what is typed in a hurry is sent tidily', () => {
  const edited = {
    ...emptyNotification(['prod']),
    name: '  Prod  ',
    selector: { tags: [], types: [], name_pattern: ' ' },
    merge_minutes: '',
    targets: [
      { ...emptyTarget('EMAIL'), email: ' a@x.example ;b@x.example,\n' },
      { ...emptyTarget('WEBHOOK'), webhook: ' https://x.example/1 ', channel: ' Pager ' },
    ],
  }
  expect(bodyOf(edited)).toMatchObject({
    name: 'Prod',
    selector: null,
    merge_minutes: 0,
    targets: [
      { type: 'EMAIL', email: ['a@x.example', 'b@x.example'] },
      {
        type: 'WEBHOOK',
        webhook: 'https://x.example/1',
        context: { channel_name: 'Pager' },
      },
    ],
  })
})

test.each([
  ['half typed', 'mei@acm'],
  ['followed by another that is', 'mei@acme.example, jo'],
  ['not there yet', ''],
])('mail is previewed for an example, whose recipients are %s', (_, email) => {
  expect(previewedTargets([{ ...emptyTarget('EMAIL'), email }])).toEqual([
    { type: 'EMAIL', email: ['somebody@example.com'] },
  ])
})

test('messages are previewed for one target of each kind that has an address', () => {
  const [slack, mail, hook] = editedOf(saved).targets
  const previewed = previewedTargets([emptyTarget('WEBHOOK'), mail!, slack!, mail!, hook!])
  expect(previewed.map(({ type, target_id }) => [type, target_id]).sort()).toEqual([
    ['EMAIL', 't2'],
    ['SLACK', 't1'],
    ['WEBHOOK', 't3'],
  ])
})
