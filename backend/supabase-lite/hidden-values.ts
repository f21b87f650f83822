import { randomBytes } from 'node:crypto'
import type { ReservedSql, Sql } from 'postgres'

/** Unguessable, so that no request can contain it; Supabase Lite takes it for neither a number nor JSON. */
const mark = `v${randomBytes(16).toString('hex')}`
const hidden = new RegExp(`${mark}[tj][\\w-]*`, 'g')

/**
 * Hides a value of a request from Supabase Lite, which would guess its type by its look and change it: "007" becomes 7,
 * and a text that looks like JSON becomes an object. Source: docs/decisions/039
 * @param text the value as PostgreSQL reads it
 * @returns letters, digits, "-" and "_", which structure neither an address nor a filter
 */
export function hide(text: string): string {
  return `${mark}t${Buffer.from(text).toString('base64url')}`
}

/** The same for a value of a JSON body, whose text depends on the column that it is written to. */
export function hideJson(value: unknown): string {
  return `${mark}j${Buffer.from(JSON.stringify(value)).toString('base64url')}`
}

/** @returns the JSON text of a value that hideJson has hidden, otherwise null */
export function hiddenJson(value: unknown): string | null {
  return typeof value === 'string' && value.startsWith(`${mark}j`) ? decode(value) : null
}

/** In place of a value that is missing in a body, where the column's default is written. */
export const hiddenDefault = `${mark}d`

/** Gives PostgreSQL the hidden values of the statements that use these connections. */
export function revealingValues(driver: Sql): void {
  const reserve = driver.reserve.bind(driver)
  driver.reserve = async () => {
    const reserved = await reserve()
    const run = reserved.unsafe.bind(reserved)
    const unsafe = (...[query, parameters, options]: Parameters<ReservedSql['unsafe']>) =>
      run(query, parameters?.map(reveal) as typeof parameters, options)
    return Object.assign(reserved, { unsafe })
  }
}

/** @returns a text with the hidden values in it, in the quotes of a JSON text, as they are */
export function revealText(text: string): string {
  return text.replaceAll(hidden, (value) => JSON.stringify(String(reveal(value))).slice(1, -1))
}

function reveal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reveal)
  if (typeof value !== 'string' || !value.startsWith(mark)) return value
  if (value === hiddenDefault) return null
  const text = decode(value)
  if (hiddenJson(value) === null) return text
  const json: unknown = JSON.parse(text)
  return typeof json === 'string' ? json : text
}

function decode(value: string): string {
  return Buffer.from(value.slice(mark.length + 1), 'base64url').toString()
}
