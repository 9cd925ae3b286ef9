import { describe, expect, it } from 'vitest'
import { EgressPolicy } from './egress-policy.ts'

describe('requests reach public addresses only', () => {
  const reach = new EgressPolicy([])
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::7f00:1',
    '::a00:1',
    '4000::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    'fe80::1',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    'localhost',
    '',
  ])('not %s', (address) => expect(reach.includes(address)).toBe(false))

  it.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('but %s', (address) =>
    expect(reach.includes(address)).toBe(true),
  )
})

it('the operator may allow more', () => {
  const reach = new EgressPolicy(['10.1.0.0/16', '127.0.0.1/32', 'fd00::/8'])
  for (const address of ['10.1.2.3', '127.0.0.1', '::ffff:127.0.0.1', 'fd00::5']) {
    expect(reach.includes(address)).toBe(true)
  }
  for (const address of ['10.2.0.1', '127.0.0.2', '::1']) {
    expect(reach.includes(address)).toBe(false)
  }
})
