import type { Page } from '@playwright/test'
import { hydrated } from '#e2e/visitor/browser-test.ts'

/** Opens a page as a visitor and waits until it is subscribed to changes. */
export async function openLive(page: Page, address: string): Promise<void> {
  const joined = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('Subscribed to PostgreSQL')) resolve()
      }),
    )
  })
  await page.goto(address)
  await hydrated(page)
  await joined
}

export const slugOf = (title: string) => title.toLowerCase().replace(/\W+/g, '-')

export const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
