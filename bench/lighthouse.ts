import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './running-server.ts'
import type { MeasuredPages } from './weight.ts'

/** Run with npx instead of installed: the package is as large as all other dependencies together. */
const LIGHTHOUSE = 'lighthouse@13.5.0'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const AUDITS = {
  'LCP s': 'largest-contentful-paint',
  'FCP s': 'first-contentful-paint',
  'TBT ms': 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
}

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

/** Prints Lighthouse's mobile scores (simulated slow 4G, 4x slowed processor) of each page. */
export function measureLighthouse(url: string, pages: MeasuredPages): void {
  const chrome = process.env['CHROME_PATH'] ?? '/usr/bin/chromium'
  const rows: Record<string, Record<string, number | string>> = {}
  for (const [name, path] of Object.entries(pages)) {
    const report = run(url + path, chrome)
    rows[name] = report ? scores(report) : { performance: 'no report' }
  }
  console.log(
    `\n${LIGHTHOUSE}, mobile, simulated slow 4G; the targets are 100, LCP 1.2 s, TBT 0, CLS 0 (search is excluded from indexing, which lowers its SEO score)`,
  )
  console.table(rows)
}

function run(address: string, chrome: string): Report | null {
  const folder = temporaryFolder()
  const file = join(folder.path, 'report.json')
  const flags = ['--output=json', `--output-path=${file}`, '--quiet', '--chrome-flags=--headless=new --no-sandbox']
  const options = { env: { ...process.env, CHROME_PATH: chrome }, encoding: 'utf8' } as const
  try {
    const { status, stderr } = spawnSync('npx', ['--yes', LIGHTHOUSE, address, ...flags], options)
    if (status === 0) return JSON.parse(readFileSync(file, 'utf8')) as Report
    console.error(stderr.split('\n').slice(-5).join('\n'))
    return null
  } finally {
    folder.remove()
  }
}

function scores({ categories, audits }: Report): Record<string, number | string> {
  const points = CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])
  const times = Object.entries(AUDITS).map(([label, audit]) => {
    const value = audits[audit]?.numericValue ?? Number.NaN
    return [label, label.endsWith(' s') ? (value / 1_000).toFixed(2) : value.toFixed(label === 'CLS' ? 3 : 0)]
  })
  return Object.fromEntries([...points, ...times])
}
