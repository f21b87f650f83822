import { showTable } from '#bench/figures.ts'
import { machine, today, writeRecord, type Row } from '#bench/record.ts'
import { measuredPagesOf, type MeasuredPage } from './measured-pages.ts'
import { launchBrowser, SLOWDOWN } from './phone.ts'
import { startSite, type Site } from './site.ts'
import { visit, type Figures } from './visit.ts'

const RECORD = 'bench/phone.md'

interface Measurement {
  sites: Site[]
  pages: MeasuredPage[]
  rounds: number
}

/**
 * Measures page loads and navigations on a slow phone with a slow connection, alternating between the sites of this and
 * another checkout.
 *
 * @param other folder of a built checkout, if any
 */
export async function measurePhone(other: string | undefined, rounds: number): Promise<void> {
  const atStart = machine()
  const sites: Site[] = []
  try {
    sites.push(await startSite('this', '.'))
    if (other) sites.push(await startSite('other', other))
    const pages = await measuredPagesOf(sites)
    const measurement = { sites, pages, rounds }
    const { figures, chromium } = await measureRounds(measurement)
    const tables = new Map<string, Row[]>()
    for (const page of pages) {
      const rows = rowsOf(sites, figures.get(page)!)
      const title = `${page.name}, ${page.path}`
      tables.set(title, rows)
      showTable(`${title}: median, least and most`, Object.fromEntries(rows.map(({ figure, ...row }) => [figure, row])))
    }
    writeRecord(RECORD, introductionOf(measurement, chromium, atStart), tables)
  } finally {
    for (const site of sites) await site.stop()
  }
}

/** Each round starts a new browser; the site that is measured first alternates between rounds. */
async function measureRounds({ sites, pages, rounds }: Measurement) {
  const figures = new Map(pages.map((page) => [page, new Map<Site, Figures[]>(sites.map((site) => [site, []]))]))
  let chromium = ''
  for (let round = 1; round <= rounds; round += 1) {
    const browser = await launchBrowser()
    chromium = browser.version()
    for (const page of pages) {
      const order = round % 2 ? sites : sites.toReversed()
      for (const site of order)
        figures
          .get(page)!
          .get(site)!
          .push(await visit(browser, site, page))
    }
    await browser.close()
    console.log(`Round ${round} of ${rounds}, ${machine()}`)
  }
  return { figures, chromium }
}

/** One row for each figure; with two sites the last column is the ratio of this site to the other. */
function rowsOf(sites: Site[], figures: Map<Site, Figures[]>): Row[] {
  const names = new Set([...figures.values()].flat().flatMap(Object.keys))
  return [...names].map((figure) => {
    const summaries = sites.map((site) => summaryOf(figures.get(site)!.map((round) => round[figure] ?? Number.NaN)))
    const [mine, others] = summaries.map(({ median }) => median)
    return {
      figure,
      ...Object.fromEntries(sites.map(({ name }, index) => [name, summaries[index]!.text])),
      ...(others !== undefined && { ratio: others ? (mine! / others).toFixed(2) : '' }),
    }
  })
}

function summaryOf(values: number[]): { median: number; text: string } {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((one, other) => one - other)
  const median = sorted[sorted.length >> 1] ?? Number.NaN
  const failed = values.length - sorted.length
  const [least = Number.NaN, most = Number.NaN] = [sorted[0], sorted.at(-1)]
  const text = `${short(median)} (${short(least)} - ${short(most)})`
  return { median, text: failed ? `${text}, ${failed} failed` : text }
}

function short(value: number): string {
  return value.toFixed(Number.isInteger(value) || value >= 100 ? 0 : value < 1 ? 3 : 1)
}

function introductionOf({ sites, rounds }: Measurement, chromium: string, atStart: string): string {
  const names = sites.map(({ name }) => name).join(' beside ')
  return `# A slow phone on a slow line

Written by \`npm run bench -- phone\` on ${today()}: ${names}. Chromium ${chromium}, 360 px, touch, processor slowed ${SLOWDOWN} times; 1.6 Mbit/s and
150 ms for a round trip. Each figure is the median of ${rounds} rounds, in turns, with least and most. ${atStart} at the start, ${machine().replace(/^.*, /, '')} at the end.

The first view is measured until the line and the page have been idle for 3 s; its bytes are those of bodies as they were sent, and \`other\` is what the
service worker and the page fetch by themselves. \`first tap\` follows a link as soon as something is painted, until the heading of the next page is; a settled
page has been idle for 3 s; hovering takes 300 ms.`
}
