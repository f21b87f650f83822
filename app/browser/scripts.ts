/**
 * Adds a third-party script to the page. A script that fails to load is only logged.
 * Source: docs/behaviour/public-pages.md#scripts-of-others.
 */
export function loadScript(address: string): void {
  if (document.querySelector(`script[src="${CSS.escape(address)}"]`)) return
  const script = Object.assign(document.createElement('script'), { src: address, async: true })
  script.onerror = () => console.info(`A script could not be loaded: ${address}`)
  document.head.append(script)
}
