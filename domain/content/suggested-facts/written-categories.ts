import type { ApplicantCategory } from '#domain/content/categories-of-applicants.ts'

/** How texts name categories of applicants. */
const WRITTEN: Record<ApplicantCategory, string> = {
  general: String.raw`\bgen(?:eral)?\b|\bur\b|unreserved|सामान्य|अनारक्षित`,
  ews: String.raw`\bews\b|ईडब्ल्यूएस`,
  obc: String.raw`\bobc(?:\s?-?\s?\(?ncl\)?)?|\b[be]bc\b|ओबीसी|पिछड़ा वर्ग`,
  sc: String.raw`\bsc\b|एससी|अनुसूचित जाति`,
  st: String.raw`\bst\b|एसटी|अनुसूचित जनजाति`,
  pwd: String.raw`\bpw(?:b)?d\b|\bph\b|divyang\w*|\bdisab\w+|दिव्यांग`,
  female: String.raw`\bwomen\b|\bfemales?\b|महिला(?:ओं)?`,
  ex_servicemen: String.raw`\bex-?\s?service\s?m[ae]n\b|\besm\b|भूतपूर्व सैनिक|पूर्व सैनिक`,
}

const ONE = Object.values(WRITTEN).join('|')

/** One or more categories in a text: 'SC/ST', 'OBC and EWS', 'सामान्य'; the source of a regular expression without groups. */
export const CATEGORIES = String.raw`(?:${ONE})(?:\s*(?:\/|,|&|\+|\band\b|\bor\b|और|एवं|व)\s*(?:${ONE}))*`

/** @returns the categories that a text names */
export function writtenCategories(text: string): ApplicantCategory[] {
  const names = Object.keys(WRITTEN) as ApplicantCategory[]
  return names.filter((name) => new RegExp(WRITTEN[name], 'i').test(text))
}
