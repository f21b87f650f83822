import { PAGE_PART_TYPE } from '#domain/app-shell.ts'

/**
 * A press on a link before the script of the page has started. In Chromium on a network that is not slow, the inline
 * script below fetches the page at once and cancels the navigation, and the script of the page swaps the page in later.
 */
interface EarlyTap {
  url: string
  response: Promise<Response>
  /** Navigates in the ordinary way if the script is not loaded in time; missing while the link is pressed and not tapped. */
  timer?: ReturnType<typeof setTimeout>
}

interface TapWindow {
  earlyTap?: EarlyTap
  /** Set when the script handles taps. */
  hasStarted?: boolean
}

/** Longest wait for the script after a tap, in milliseconds. */
const WAIT_MS = 400

/** Inline script for the head of every document; the text is the same for all of them. For visitors who save data only a tap fetches. */
export const EARLY_TAP_SCRIPT =
  `{let early=e=>{let a=e.target.closest?.('main a[href^="/"]:not([target],[download],[href*="."],[href*="#"])'),c=navigator.connection,t=window.earlyTap;` +
  'if(!a||window.hasStarted||!/[34]g/.test(c?.effectiveType)||' +
  'e.defaultPrevented||e.button||e.ctrlKey||e.metaKey||e.shiftKey||e.altKey)return;' +
  'let url=a.href;if(e.type=="click")e.preventDefault(),clearTimeout(t?.timer);else if(t?.timer||c.saveData)return;' +
  `if(t?.url!=url)(t={url,response:fetch(url,{headers:{accept:"${PAGE_PART_TYPE}"}})}).response.catch(()=>{});` +
  `if(e.type=="click")t.timer=setTimeout(()=>location.href=url,${WAIT_MS});earlyTap=t};` +
  'addEventListener("click",early);addEventListener("pointerdown",early)}'

/** @returns the press or tap before the script started, if any; the script handles all later ones */
export function takeEarlyTap(): EarlyTap | undefined {
  const page = window as TapWindow
  page.hasStarted = true
  clearTimeout(page.earlyTap?.timer)
  return page.earlyTap
}
