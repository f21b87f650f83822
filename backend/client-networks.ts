/** A network for which a limit counts what a client does. */
interface CountedNetwork {
  name: string
  /** How many times the limit of one client this network may reach. */
  share: number
}

/**
 * A wide network may do as much as this many of the /64 networks in it. A phone has one /64 network, and many phones of a
 * provider are in one wide network; a rented server may have a whole one, with 65,536 of them.
 */
const WIDE_NETWORK_SHARE = 16

/**
 * The networks for which limits count a client: itself and, of a /64 network, the /48 network that it is in.
 * Source: docs/behaviour/limits.md#addresses-behind-proxies
 *
 * @param client an IPv4 address, or the four groups of a /64 network, such as 2001:db8:1:2
 */
export function networksOf(client: string): CountedNetwork[] {
  const own = { name: client, share: 1 }
  const wide = /^([0-9a-f]{1,4}(?::[0-9a-f]{1,4}){2}):[0-9a-f]{1,4}$/i.exec(client)?.[1]
  return wide === undefined ? [own] : [own, { name: wide, share: WIDE_NETWORK_SHARE }]
}

/** Counts what clients have open at the same time, such as connections. */
export interface ClientCounts {
  isFull: (client: string) => boolean
  /** @returns a function that ends the counting */
  add: (client: string) => () => void
}

/** @param most what one client may have open */
export function createClientCounts(most: number): ClientCounts {
  const counts = new Map<string, number>()

  function release(network: string): void {
    const left = (counts.get(network) ?? 1) - 1
    if (left > 0) counts.set(network, left)
    else counts.delete(network)
  }

  return {
    isFull: (client) => networksOf(client).some(({ name, share }) => (counts.get(name) ?? 0) >= most * share),
    add: (client) => {
      const networks = networksOf(client).map(({ name }) => name)
      for (const network of networks) counts.set(network, (counts.get(network) ?? 0) + 1)
      return () => networks.forEach(release)
    },
  }
}
