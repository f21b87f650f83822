/**
 * A wide network may do as much as this many of the /64 networks in it. A phone has one /64 network, and many phones of a
 * provider are in one wide network; a rented server may have a whole one, with 65,536 of them.
 */
export const WIDE_NETWORK_SHARE = 16

/**
 * @param client as limits count it: an IPv4 address, or the four groups of a /64 network, such as 2001:db8:1:2
 * @returns the /48 network of a /64 network, such as 2001:db8:1; null for any other text
 */
export function wideNetworkOf(client: string): string | null {
  return /^([0-9a-f]{1,4}(?::[0-9a-f]{1,4}){2}):[0-9a-f]{1,4}$/i.exec(client)?.[1] ?? null
}
