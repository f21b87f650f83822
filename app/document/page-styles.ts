import { hash } from 'node:crypto'
import { PAGE_SHEETS, type PageStyles } from '#app/pages/page-sheets.ts'
import adSpace from './ad-space.css?inline'
import base from './document.css?inline'

/**
 * @returns the style elements of a page. Their texts never change, so that the policy can allow them by their hashes.
 */
export function styleElements(name: PageStyles): string {
  return `<style>${base}</style><style data-sheet="${name}">${PAGE_SHEETS[name]}</style>`
}

/** For documents of a site with advertisements. */
export const AD_SPACE_STYLE = `<style>${adSpace}</style>`
export const AD_SPACE_HASH = hash('sha256', adSpace, 'base64')

/** Hashes of all stylesheets, because a swapped page adds its own one to the document of another page. */
export const STYLE_HASHES = [base, ...Object.values(PAGE_SHEETS)].map((text) => hash('sha256', text, 'base64'))
