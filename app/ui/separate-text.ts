import { createContext } from 'react'

/**
 * Takes a text, which is escaped already, out of the HTML of the page if it has characters beyond Latin-1. One of them makes
 * V8 store the whole page with two bytes for each character, which takes eight times as long to encode.
 */
export const SeparateText = createContext((html: string): string => html)
