import { CHUNK_TIMEOUT_MS } from '#domain/limits.ts'
import { APPLICATION_ERROR, CHUNK_LOAD_ERROR } from '#domain/messages.ts'

/**
 * A script for the head of the admin: when the scripts that the page waits for fail, or have not arrived in time, it
 * reports that and replaces the loading screen by an error with a link. React repairs the page if they come later.
 * Source: docs/behaviour/messages.md#scripts-that-do-not-arrive
 */
export const START_LIMIT_SCRIPT = `{let d=document,fail=()=>{if("ready"in d.documentElement.dataset)return;console.error("${CHUNK_LOAD_ERROR}");let h=d.createElement("h1"),a=d.createElement("a");h.textContent="${APPLICATION_ERROR}";a.textContent="Load again";a.href="";d.querySelector("main")?.replaceChildren(h,a)};setTimeout(fail,${CHUNK_TIMEOUT_MS});addEventListener("error",e=>e.target.tagName=="SCRIPT"&&fail(),true)}`
