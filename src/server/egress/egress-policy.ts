import ipaddr from 'ipaddr.js'

type Network = ReturnType<typeof ipaddr.parseCIDR>
type Address = ReturnType<typeof ipaddr.parse>

/** All of IPv6 that is public; addresses that carry one of IPv4 are elsewhere or listed below. */
const publicV6 = ipaddr.parseCIDR('2000::/3')
/** The platform's own service for machines in Azure: public to look at. */
const platform = '168.63.129.16'

const isIn = (address: Address, [network, bits]: Network) =>
  address.kind() === network.kind() && address.match(network, bits)

/** Which addresses requests may go to: public ones, and what the operator allows besides. */
export class EgressPolicy {
  readonly #allowed: Network[]

  /** @param allowed networks like `10.0.0.0/8` */
  constructor(allowed: readonly string[]) {
    this.#allowed = allowed.map((network) => ipaddr.parseCIDR(network))
  }

  /** Whether an IP address may be connected to. */
  includes(text: string): boolean {
    if (!ipaddr.isValid(text)) return false
    // An IPv4 address in the clothes of IPv6 counts as what it is.
    const address = ipaddr.process(text)
    if (this.#allowed.some((network) => isIn(address, network))) return true
    if (address.toString() === platform) return false
    if (address.kind() === 'ipv6' && !isIn(address, publicV6)) return false
    return address.range() === 'unicast'
  }
}
