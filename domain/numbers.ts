const indian = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })

/** @returns a number with Indian grouping: '1,25,000' */
export function formatNumber(value: number): string {
  return indian.format(value)
}

const withPaise = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** @returns an amount of rupees: '₹1,250', '₹250.50', or 'Free' for 0. Source: docs/behaviour/notices.md#fees */
export function formatRupees(amount: number): string {
  if (amount === 0) return 'Free'
  return `₹${(Number.isInteger(amount) ? indian : withPaise).format(amount)}`
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
