import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { showTable } from '#bench/figures.ts'
import { median } from './median.ts'
import { deviceFonts } from '#e2e/device-fonts.ts'
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
  /** Speed of this machine. The phone that Lighthouse simulates has a quarter of it, whatever it is. */
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

/**
 * How Lighthouse gets the times of a slow phone: it multiplies those of one fast visit, or has the browser slow down
 * network and processor (by the time that its thread works, so waiting for a core is not multiplied).
 */
const METHODS = { simulate: 'simulated', devtools: 'applied by the browser' }

/** Shows what the machine itself adds to every page. */
const EMPTY_DOCUMENT = '<!doctype html><html lang="en"><title>Empty</title><p>Empty</p></html>'

/** The simulation starts from one real visit, so its times differ from run to run; the median of each counts. */
const RUNS = 5

/**
 * Prints Lighthouse's mobile scores (simulated slow 4G, 4x slowed processor) of each page. A font for Hindi is installed, as
 * on phones: without one, a page lays out its texts a second time for the font that it downloads. Without `--disable-gpu` the browser
 * imitates a graphics card on the same processors, and every task waits for it.
 *
 * @param url with TLS and HTTP/2, as visitors reach every deployment; the certificate is not checked
 */
export async function measureLighthouse(url: string, pages: MeasuredPages): Promise<void> {
  const env = {
    ...process.env,
    CHROME_PATH: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    FONTCONFIG_FILE: deviceFonts({ hasHindi: true }),
  }
  const empty = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(EMPTY_DOCUMENT),
  )
  await once(empty.listen(0), 'listening')
  const { port } = empty.address() as AddressInfo
  const addresses = {
    ...Object.fromEntries(Object.entries(pages).map(([name, path]) => [name, url + path])),
    'empty document': `http://localhost:${port}/`,
  }
  console.log(
    `\n${LIGHTHOUSE}, mobile, slow 4G, HTTP/2, median of ${RUNS}; the targets are 100, LCP 1.2 s, TBT 0, CLS 0 (search is excluded from indexing, which lowers its SEO score)`,
  )
  for (const [method, label] of Object.entries(METHODS)) {
    const rows: Record<string, Record<string, number | string>> = {}
    for (const [name, address] of Object.entries(addresses)) {
      const reports: Report[] = []
      for (let count = 0; count < RUNS; count += 1) {
        const report = await run(address, method, env)
        if (report) reports.push(report)
      }
      rows[name] = reports.length > 0 ? scores(reports) : { performance: 'no report' }
    }
    showTable(`Lighthouse, slowness ${label}`, rows)
  }
  empty.close()
}

async function run(address: string, method: string, env: NodeJS.ProcessEnv): Promise<Report | null> {
  const folder = temporaryFolder()
  const file = join(folder.path, 'report.json')
  const chromeFlags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu --ignore-certificate-errors'
  const flags = ['--output=json', `--output-path=${file}`, '--quiet', `--throttling-method=${method}`, chromeFlags]
  try {
    // Not synchronously: the line is in this process.
    await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, address, ...flags], { env })
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch (error) {
    console.error(String(error).split('\n').slice(-5).join('\n'))
    return null
  } finally {
    folder.remove()
  }
}

function scores(reports: Report[]): Record<string, number | string> {
  const medianOf = (read: (report: Report) => number) => median(reports.map(read))
  const points = CATEGORIES.map((name) => [
    name,
    medianOf(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100)),
  ])
  const times = Object.entries(AUDITS).map(([label, audit]) => {
    const value = medianOf(({ audits }) => audits[audit]?.numericValue ?? Number.NaN)
    return [label, label.endsWith(' s') ? (value / 1_000).toFixed(2) : value.toFixed(label === 'CLS' ? 3 : 0)]
  })
  const index = Math.round(medianOf(({ environment }) => environment.benchmarkIndex))
  return Object.fromEntries([...points, ...times, ['benchmark index', index]])
}
