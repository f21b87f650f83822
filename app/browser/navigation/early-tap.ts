/**
 * A tap before the script of the page has started. Chromium on a line that is not slow holds the browser's navigation
 * back and sends the request at once, so that the page can be swapped in when the script is there.
 */
interface EarlyTap {
  url: string
  response: Promise<Response>
  /** Leaves the page to the browser when the script does not come. */
  timer: ReturnType<typeof setTimeout>
}

interface TapWindow {
  earlyTap?: EarlyTap
  /** Set when taps are the matter of the script. */
  hasStarted?: boolean
}

/** How long the script may take after a tap, in milliseconds. */
const WAIT_MS = 400

/** For the head of every document; the text is the same for all of them. */
export const EARLY_TAP_SCRIPT =
  `addEventListener("click",e=>{let a=e.target.closest?.('main a[href^="/"]:not([target],[download],[href*="."],[href*="#"])');` +
  'if(!a||window.hasStarted||!/[34]g/.test(navigator.connection?.effectiveType)||' +
  'e.defaultPrevented||e.button||e.ctrlKey||e.metaKey||e.shiftKey||e.altKey)return;' +
  'e.preventDefault();clearTimeout(window.earlyTap?.timer);let url=a.href,response=fetch(url,{headers:{accept:"text/html"}});response.catch(()=>{});' +
  `earlyTap={url,response,timer:setTimeout(()=>location.href=url,${WAIT_MS})}})`

/** @returns the tap that came before the script, and from now on none */
export function takeEarlyTap(): Omit<EarlyTap, 'timer'> | null {
  const page = window as TapWindow
  page.hasStarted = true
  if (!page.earlyTap) return null
  clearTimeout(page.earlyTap.timer)
  return page.earlyTap
}
