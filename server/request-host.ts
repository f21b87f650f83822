import type { IncomingMessage } from 'node:http'

/** A name or an IPv4 address, or an IPv6 address in brackets, each with or without a port. Source: RFC 3986, section 3.2 */
const validHost = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i

/**
 * Whether a request names one host, or none in HTTP/1.0, in a valid form: of two, a proxy could take the other one. Other
 * requests get status 400. Source: RFC 9112, section 3.2
 */
export function hasValidHost({
  rawHeaders,
  headers,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'httpVersion'>): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) && validHost.test(headers.host ?? '')
}
