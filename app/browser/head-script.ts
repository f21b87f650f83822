import { THEME_COLOURS } from '#domain/theme-colours.ts'

/**
 * A script for the head that runs before the first paint: applies the stored theme, so that the wrong one never
 * flashes, and the font if the browser has downloaded it before, which is then preloaded; and says whether the visitor
 * has answers whose marks need space (`eligibility/`). The text is the same for all
 * pages, so that the policy can allow it by its hash.
 *
 * @param font address of the Latin font
 */
export function headScript(font: string): string {
  const theme = `let t=localStorage.theme;if(t){d.dataset.theme=t=t=="dark"?t:"light";for(let m of document.getElementsByName("theme-color"))m.media=(m.content=="${THEME_COLOURS.dark}")==(t=="dark")?"all":"not all"}`
  // As an element, because the admin's Trusted Types allow no HTML from a text.
  const preload = `document.head.append(Object.assign(document.createElement("link"),{rel:"preload",as:"font",crossOrigin:"",href:d.dataset.font}))`
  const stored = 'let p=localStorage.user_preferences??""'
  const flags = `for(let n of["profile","only_eligible"])if(p.includes(n+'":'))d.setAttribute("data-"+n,"")`
  return `{let d=document.documentElement;d.dataset.font="${font}";try{${theme};${stored};${flags};if(!navigator.connection?.saveData&&p.includes(d.dataset.font)){d.dataset.hasLatin="";${preload}}}catch{}}`
}

/** Time between the first paint and the start of the script, in milliseconds: starting takes a slow phone 50 ms. */
const PAUSE_MS = 150

/** Time between the load event and what the first paint does not need, in milliseconds. */
const LATE_MS = 500

/**
 * Requests the script of the page when the document has been parsed, and runs it shortly after the first paint, with
 * which it would compete for the processor. A tap before that is handled at once (`navigation/early-tap.ts`) and runs the
 * script while its page is requested. A page in a hidden tab is not painted, so it runs the script half a second after its
 * load event; the style sheet for print is requested then. An install prompt and messages of the service worker that
 * come earlier are stored for `install-prompt-event.ts` and `worker-messages.ts`.
 *
 * The work before the first paint is divided into short tasks, because a slow phone needs four times as long for each. The
 * first ends the parsing and styles the document. The error event of an image without an address is the second, which
 * lays out the document, as reading `offsetTop` does, and requests the script. The load event and the paint follow.
 *
 * @param script address of the module
 * @param printSheet address of the style sheet for print
 */
export function scriptLoader(script: string, printSheet: string): string {
  const install = 'addEventListener("beforeinstallprompt",e=>{e.preventDefault();earlyInstallPrompt=e})'
  const messages = 'earlyMessages=[];navigator.serviceWorker?.addEventListener("message",e=>earlyMessages.push(e.data))'
  const add = 'let add=link=>document.head.append(Object.assign(document.createElement("link"),link))'
  const load = `load=()=>import("${script}").catch(()=>{})`
  const request = `()=>{document.body.offsetTop;add({rel:"modulepreload",href:"${script}",fetchPriority:"low"})}`
  const preload = `addEventListener("DOMContentLoaded",()=>Object.assign(new Image(),{onerror:${request},src:""}))`
  const late = `addEventListener("load",()=>setTimeout(()=>{load();add({rel:"stylesheet",media:"print",href:"${printSheet}"})},${LATE_MS}))`
  const early = `addEventListener("click",()=>setTimeout(load));new PerformanceObserver(()=>setTimeout(load,${PAUSE_MS})).observe({type:"paint",buffered:true})`
  return `{${install};${messages};${add},${load};${preload};${late};${early}}`
}
