import ipaddr from 'ipaddr.js'

type Network = ReturnType<typeof ipaddr.parseCIDR>
type Address = ReturnType<typeof ipaddr.parse>

/** Public IPv6; addresses that embed an IPv4 address are outside it or listed below. */
const publicV6 = ipaddr.parseCIDR('2000::/3')
/** Azure's platform service, which looks public. */
const platform = '168.63.129.16'

const isIn = (address: Address, [network, bits]: Network) =>
  address.kind() === network.kind() && address.match(network, bits)

/** Addresses that requests may reach: public ones, and those that the operator allows. */
export class EgressPolicy {
  readonly #allowed: Network[]

  /** @param allowed networks like `10.0.0.0/8` */
  constructor(allowed: readonly string[]) {
    this.#allowed = allowed.map((network) => ipaddr.parseCIDR(network))
  }

  /** Returns whether an IP address may be connected to. */
  includes(text: string): boolean {
    if (!ipaddr.isValid(text)) return false
    // An IPv4-mapped IPv6 address counts as its IPv4 address.
    const address = ipaddr.process(text)
    if (this.#allowed.some((network) => isIn(address, network))) return true
    if (address.toString() === platform) return false
    if (address.kind() === 'ipv6' && !isIn(address, publicV6)) return false
    return address.range() === 'unicast'
  }
}
