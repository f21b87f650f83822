/**
 * Values that browsers accept as HTML and as addresses of scripts in the admin, whose policy allows nothing else there.
 * Source: W3C Trusted Types; docs/behaviour/security.md#content-security-policy
 */

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: {
      createHTML?: (text: string, ...others: string[]) => string
      createScriptURL?: (address: string) => string
    },
  ): {
    createHTML(text: string, ...others: string[]): TrustedHTML
    createScriptURL(address: string): string
  }
}

/** Names of all policies; the content security policy of the admin lists them. Each is created once. */
export type PolicyName = 'markdown' | 'preview-frame' | 'service-worker'

/** Absent on the server and in old browsers, which accept plain texts. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/** @returns the renderer, whose HTML the browser then accepts */
export function trustedHtml(
  name: PolicyName,
  render: (text: string, ...others: string[]) => string,
): (text: string, ...others: string[]) => string | TrustedHTML {
  const policy = trustedTypes?.createPolicy(name, { createHTML: render })
  return policy ? policy.createHTML.bind(policy) : render
}

/** @returns the address of a script of this site, which the browser then accepts */
export function trustedScript(name: PolicyName, address: string): string {
  return trustedTypes?.createPolicy(name, { createScriptURL: () => address }).createScriptURL('') ?? address
}
