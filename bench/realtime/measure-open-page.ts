import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { showTable } from '#bench/figures.ts'
import { startServer, temporaryFolder, type RunningServer } from '#bench/running-server.ts'

const changes = 50

/** Prints the time from a REST write until an open list in a browser shows it. */
export async function measureOpenPage(): Promise<void> {
  const folder = temporaryFolder()
  const server = await startServer(folder.path, { SAMPLE_DATA: 'off' })
  const executablePath = process.env['CHROME_PATH'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    await openLive(page, `${server.url}/jobs`)
    const waits: number[] = []
    for (let change = -3; change < changes; change += 1) {
      const wait = await showOne(page, server, `Change ${change}`)
      // The first changes warm up the query plans and are not counted.
      if (change >= 0) waits.push(wait)
      await pause(200)
    }
    waits.sort((a, b) => a - b)
    const percentile = (share: number) => Math.round(waits[Math.floor(waits.length * share)] ?? Number.NaN)
    showTable('From the request that writes a notice to an open list in a browser', {
      'p50 ms': percentile(0.5),
      'p90 ms': percentile(0.9),
      'worst ms': Math.round(waits.at(-1) ?? Number.NaN),
    })
  } finally {
    await browser.close()
    await server.stop()
    folder.remove()
  }
}

async function openLive(page: Page, address: string): Promise<void> {
  const joined = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('Subscribed to PostgreSQL')) resolve()
      }),
    )
  })
  await page.goto(address)
  await joined
}

/** @returns milliseconds from sending the request to the frame in which the list shows the title */
async function showOne(page: Page, { url, dataDir }: RunningServer, title: string): Promise<number> {
  const shown = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const check = () => {
          const titles = [...document.querySelectorAll('.notice-list h2')]
          if (titles.some((heading) => heading.textContent === wanted)) resolve(Date.now())
          else requestAnimationFrame(check)
        }
        check()
      }),
    title,
  )
  const { secretKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { secretKey: string }
  const sent = Date.now()
  const response = await fetch(`${url}/rest/v1/jobs`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title, slug: title.toLowerCase().replace(' ', '-') }),
  })
  if (!response.ok) throw new Error(`The notice was rejected: ${await response.text()}`)
  return (await shown) - sent
}
