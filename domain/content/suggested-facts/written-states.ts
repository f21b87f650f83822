import { ALL_INDIA, STATES } from '#domain/content/indian-states.ts'
import { plainText } from './written-text.ts'

/** Names in Hindi, abbreviations, and boards and commissions of one state. Matched as written. */
const WRITTEN: readonly [state: string, pattern: RegExp][] = [
  ['andhra-pradesh', /आंध्र प्रदेश/],
  ['assam', /असम|\bAPSC\b|\bSLPRB\b/],
  ['bihar', /बिहार|\bBPSC\b|\bBSSC\b|\bBTSC\b|\bCSBC\b|\bBSEB\b/],
  ['chhattisgarh', /छत्तीसगढ़|\bCGPSC\b|\bCG Vyapam\b/],
  ['delhi', /दिल्ली|\bDSSSB\b/],
  ['gujarat', /गुजरात|\bGPSC\b|\bGSSSB\b/],
  ['haryana', /हरियाणा|\bHSSC\b|\bHPSC\b/],
  ['himachal-pradesh', /हिमाचल|\bHPPSC\b|\bHPSSC\b|^HP /],
  ['jammu-and-kashmir', /जम्मू|\bJKSSB\b|\bJKPSC\b|\bJ&K\b/],
  ['jharkhand', /झारखंड|\bJPSC\b|\bJSSC\b/],
  ['karnataka', /कर्नाटक|\bKPSC\b/],
  ['kerala', /केरल/],
  ['madhya-pradesh', /मध्य प्रदेश|\bMPPSC\b|\bMPESB\b|\bMPPEB\b|^MP /],
  ['maharashtra', /महाराष्ट्र|\bMPSC\b/],
  ['odisha', /ओडिशा|\bOrissa\b|\bOPSC\b|\bOS?SSC\b/],
  ['punjab', /पंजाब|\bPPSC\b|\bPSSSB\b/],
  ['rajasthan', /राजस्थान|\bRPSC\b|\bRSSB\b|\bRSMSSB\b/],
  ['tamil-nadu', /तमिलनाडु|\bTNPSC\b|\bTNUSRB\b/],
  ['telangana', /तेलंगाना|\bT[SG]PSC\b/],
  ['uttar-pradesh', /उत्तर प्रदेश|यूपी|\bUPPSC\b|\bUPSSSC\b|\bUPPRPB\b|^UP /],
  ['uttarakhand', /उत्तराखंड|\bUKPSC\b|\bUKSSSC\b/],
  ['west-bengal', /पश्चिम बंगाल|\bWBPSC\b|\bWBSSC\b|\bWBCS\b/],
]

/** Bodies that recruit for the whole country. */
const NATIONAL =
  /\b(?:UPSC|SSC|IBPS|SBI|RBI|RRB|NTA|India Post|Indian (?:Army|Navy|Air Force)|AFCAT|CTET)\b|अखिल भारतीय/

/** @returns the states that a location or else a title names; `all-india` for bodies of the whole country */
export function writtenStates(location: string, title: string): string[] {
  const stated = statesIn(plainText(location))
  if (stated.length > 0) return stated
  const plain = plainText(title).trim()
  const found = statesIn(plain)
  return found.length === 0 && NATIONAL.test(plain) ? [ALL_INDIA] : found
}

function statesIn(text: string): string[] {
  const named = STATES.filter(({ value, label }) => isNamed(text, label) || patternOf(value)?.test(text))
  const values = named.map(({ value }) => value)
  return values.includes(ALL_INDIA) ? [ALL_INDIA] : values
}

function isNamed(text: string, label: string): boolean {
  const name = label
    .toLowerCase()
    .replace(' and ', ' (?:and|&) ')
    .replaceAll(' ', String.raw`[\s-]`)
  // All India Institutes are in one place each.
  return new RegExp(String.raw`\b${name}\b(?! institute)`, 'i').test(text)
}

function patternOf(state: string): RegExp | undefined {
  return WRITTEN.find(([value]) => value === state)?.[1]
}
