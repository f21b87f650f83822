/** Made at the first use, because making the first format takes 9 ms of processor time, and phones are slower. */
let indian: Intl.NumberFormat | undefined
let withPaise: Intl.NumberFormat | undefined

/** @returns a number with Indian grouping: '1,25,000' */
export function formatNumber(value: number): string {
  // Most numbers of a page are counts without separators, which need no Intl.
  if (Number.isInteger(value) && value >= 0 && value < 1_000) return String(value)
  indian ??= new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })
  return indian.format(value)
}

/** @returns a mark or percentile as it was announced: '152.9758', '99.1234567' */
export function formatMark(value: number): string {
  return value.toLocaleString('en-IN', { maximumFractionDigits: 7 })
}

/** @returns an amount of rupees: '₹1,250', '₹250.50', or 'Free' for 0. Source: docs/behaviour/notices.md#fees */
export function formatRupees(amount: number): string {
  if (amount === 0) return 'Free'
  if (Number.isInteger(amount)) return `₹${formatNumber(amount)}`
  withPaise ??= new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return `₹${withPaise.format(amount)}`
}

/** @returns '9,125', or '10,000+' for more than the cap */
export function cappedNumber(value: number, cap: number): string {
  return value > cap ? `${formatNumber(cap)}+` : formatNumber(value)
}

/** @returns '1 job', '39 jobs', '10,000+ jobs' */
export function countOf(total: number, words: { singular: string; plural: string; cap: number }): string {
  return `${cappedNumber(total, words.cap)} ${total === 1 ? words.singular : words.plural}`
}

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** @returns a small number in a sentence: 'seven' */
export function inWords(value: number): string {
  return WORDS[value] ?? formatNumber(value)
}
