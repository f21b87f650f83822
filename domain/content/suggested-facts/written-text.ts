/** @returns a text in one spelling of digits, quotes, dashes and spaces: Devanagari digits, no-break spaces, curly quotes */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/[‘’`]/g, "'")
    .replace(/[‐-―−]/g, '-')
    .replace(/[^\S\n]+/g, ' ')
}

/** Words for years of age. */
export const YEARS = String.raw`(?:years?\b|yrs?\b\.?|वर्ष|साल)`
