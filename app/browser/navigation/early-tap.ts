import { PAGE_PART_TYPE } from '#domain/app-shell.ts'

/**
 * A tap before the script of the page has started. In Chromium on a network that is not slow, the navigation is
 * cancelled and the page is fetched at once, so that the script can swap it in when it is loaded.
 */
interface EarlyTap {
  url: string
  response: Promise<Response>
  /** Navigates in the ordinary way if the script is not loaded in time. */
  timer: ReturnType<typeof setTimeout>
}

interface TapWindow {
  earlyTap?: EarlyTap
  /** Set when the script handles taps. */
  hasStarted?: boolean
}

/** Longest wait for the script after a tap, in milliseconds. */
const WAIT_MS = 400

/** Inline script for the head of every document; the text is the same for all of them. */
export const EARLY_TAP_SCRIPT =
  `addEventListener("click",e=>{let a=e.target.closest?.('main a[href^="/"]:not([target],[download],[href*="."],[href*="#"])');` +
  'if(!a||window.hasStarted||!/[34]g/.test(navigator.connection?.effectiveType)||' +
  'e.defaultPrevented||e.button||e.ctrlKey||e.metaKey||e.shiftKey||e.altKey)return;' +
  `e.preventDefault();clearTimeout(window.earlyTap?.timer);let url=a.href,response=fetch(url,{headers:{accept:"${PAGE_PART_TYPE}"}});response.catch(()=>{});` +
  `earlyTap={url,response,timer:setTimeout(()=>location.href=url,${WAIT_MS})}})`

/** @returns the tap that came before the script, or null; later taps are left to the script */
export function takeEarlyTap(): Omit<EarlyTap, 'timer'> | null {
  const page = window as TapWindow
  page.hasStarted = true
  if (!page.earlyTap) return null
  clearTimeout(page.earlyTap.timer)
  return page.earlyTap
}
