import { describe, expect, it } from 'vitest'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { bodyOf, emptyDraft, endsOf, endWithin, problemsOf } from './draft.ts'

const settings = settingDefaults.overrides
const limited = { ...settings, default_days: 30, most_days: 30, allows_no_expiry: false }
const now = 1_800_000_000
const day = 86_400
const target = { flow: 'f', trail: 't', name: 'scan', fingerprint: undefined, targets: [] }
const of = { type: 'snyk', commit: 'ab'.repeat(20) }
const draft = { ...emptyDraft(settings, true), reason: ' Not shipped ' }

describe('the draft of an override', () => {
  it('leaves out what is blank, and says what is not', () => {
    expect(bodyOf(target, of, draft, now)).toEqual({
      flow_name: 'f',
      trail_name: 't',
      attestation_name: 'scan',
      original_attestation_type: 'snyk',
      new_compliance_status: true,
      reason: 'Not shipped',
      expires_at: now + 30 * day,
    })
    const full = {
      ...draft,
      ticket: 'https://t.example/1',
      control: 'A guard',
      user_data: '{"a":1}',
    }
    expect(bodyOf(target, of, { ...full, end: '7' }, now)).toMatchObject({
      expires_at: now + 7 * day,
      external_urls: { ticket: { href: 'https://t.example/1' } },
      annotations: { compensating_control: 'A guard' },
      user_data: { a: 1 },
    })
  })

  it('names the artifact, or artifacts to come at their commit', () => {
    const built = { ...target, fingerprint: 'f'.repeat(64) }
    expect(bodyOf(built, of, draft, now)).toMatchObject({ artifact_fingerprint: 'f'.repeat(64) })
    expect(bodyOf({ ...target, targets: ['app'] }, of, draft, now)).toMatchObject({
      target_artifacts: ['app'],
      git_commit_info: { sha1: of.commit },
    })
  })

  it('links a ticket by its address, and keeps a key as it is', () => {
    const urls = (ticket: string) => bodyOf(target, of, { ...draft, ticket }, now).external_urls
    expect(urls('https://t.example/SEC-1')).toEqual({ ticket: { href: 'https://t.example/SEC-1' } })
    expect(urls(' SEC-1 ')).toEqual({ ticket: 'SEC-1' })
  })

  it('offers only ends that the organization allows', () => {
    expect(endsOf(settings).map(({ value }) => value)).toEqual([
      '1',
      '7',
      '30',
      '90',
      'date',
      'never',
    ])
    expect(emptyDraft(settings, null).end).toBe('30')
    expect(emptyDraft({ ...settings, most_days: 10 }, null).end).toBe('7')
    expect(endsOf(limited).map(({ value }) => value)).toEqual(['default', '1', '7', 'date'])
    expect(emptyDraft(limited, null).end).toBe('default')
    expect(bodyOf(target, of, { ...draft, end: 'default' }, now)).not.toHaveProperty('expires_at')
  })

  it.each([
    [{ verdict: null }, { verdict: 'Choose what it counts as' }],
    [{ reason: '  ' }, { reason: 'Say why: it stands beside the verdict' }],
    [{ ticket: 'SEC 1' }, { ticket: 'Write a key such as RISK-733, or an address' }],
    [{ ticket: 'javascript:alert(1)' }, { ticket: /a key such as/ }],
    [{ origin_url: 'javascript:alert(1)' }, { origin_url: /must begin with https/ }],
    [{ user_data: '{' }, { user_data: 'This is not JSON' }],
    [{ end: 'date' as const, date: null }, { date: 'Say when' }],
    [
      { end: 'date' as const, date: Date.parse('2020-01-01T00:00Z') / 1_000 },
      { date: 'This is over already' },
    ],
    [
      { end: 'date' as const, date: Date.parse('2099-01-01T00:00Z') / 1_000 },
      { date: 'At most 30 days from now' },
    ],
  ])('%o is refused beside its field', (change, problems) => {
    const found = problemsOf({ ...draft, ...change }, limited, { now, isTried: true })
    expect(Object.keys(found)).toEqual(Object.keys(problems))
    for (const [field, text] of Object.entries(problems)) {
      expect(found[field as keyof typeof found]).toMatch(text)
    }
  })

  it('says nothing of what is still missing before it is sent', () => {
    const empty = emptyDraft(settings, null)
    expect(problemsOf(empty, settings, { now, isTried: false })).toEqual({})
  })

  it('ends within the most that the organization allows', () => {
    expect(endWithin(settings, 7)).toBe('7')
    expect(endWithin({ ...settings, most_days: 3 }, 7)).toBe('1')
  })
})
