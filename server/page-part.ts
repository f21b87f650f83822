import { PAGE_PART_TYPE } from '#domain/app-shell.ts'

/** @param accept the request's Accept header */
export function isPagePartRequest(accept: string | undefined): boolean {
  return accept === PAGE_PART_TYPE
}

/**
 * Cuts out what a script needs to show a page in place of another one: without the styles, icons, header and footer that
 * all pages share, it is half as long. `data-part` marks it, so that it is never taken for a whole document.
 *
 * @param document HTML of a page
 * @returns a document of its own; the same one when it is not a whole page
 */
export function pagePart(document: Buffer): Buffer {
  const root = /<html lang="[^"]*" data-build="[^"]*"/.exec(document.toString('latin1', 0, ROOT_BYTES))?.[0]
  const sheet = between(document, '<style data-sheet=', '</style>')
  const meta = between(document, '<title>', '</head>')
  const main = between(document, '<main ', '</main>')
  if (!root || !sheet || !meta || !main) return document
  return Buffer.concat([Buffer.from(`<!DOCTYPE html>${root} data-part><head>`), sheet, meta, BODY, main, END])
}

/** The attributes of the root element that are searched, in bytes. */
const ROOT_BYTES = 200

const BODY = Buffer.from('<body>')
const END = Buffer.from('</body></html>')

/** @returns the first section that begins with one text and ends with another, inclusive */
function between(document: Buffer, start: string, end: string): Buffer | null {
  const from = document.indexOf(start)
  const to = document.indexOf(end, from)
  return from < 0 || to < 0 ? null : document.subarray(from, to + end.length)
}
