import type { Page } from '@playwright/test'
import { expect, hydrated } from '#e2e/visitor/browser-test.ts'

/**
 * Opens a page as a visitor and waits until it is subscribed to changes.
 *
 * @returns a function that counts the subscriptions of all pages so far
 */
export async function openLive(page: Page, address: string): Promise<() => number> {
  let subscriptions = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('Subscribed to PostgreSQL')) subscriptions += 1
    }),
  )
  await page.goto(address)
  await hydrated(page)
  await expect.poll(() => subscriptions).toBeGreaterThan(0)
  return () => subscriptions
}

export const slugOf = (title: string) => title.toLowerCase().replace(/\W+/g, '-')

export const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
