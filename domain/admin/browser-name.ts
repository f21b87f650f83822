/** Names in user agents, in the order in which they are looked for: Edge names Chrome too, and Chrome Safari. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
]
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
]

/** @returns a short name of a browser: 'Chrome on Android'; null when neither is known */
export function browserName(userAgent: string | null): string | null {
  const find = (names: string[][]) => names.find(([part]) => part && userAgent?.includes(part))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null)
}
