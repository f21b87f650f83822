import type { Page } from '@playwright/test'

/** Sets the clock of every document that is opened from now on so many milliseconds ahead of that of the server. */
export async function setClock(page: Page, ahead: number): Promise<void> {
  await page.addInitScript((difference) => {
    const { now } = Date
    class WrongDate extends Date {
      constructor(...parts: unknown[]) {
        super(...((parts.length > 0 ? parts : [now() + difference]) as [number]))
      }
      static override now = () => now() + difference
    }
    globalThis.Date = WrongDate as DateConstructor
  }, ahead)
}

/** Lets the clock of the device decide which day it is in every document that is opened from now on, as without a network. */
export async function hideServerTime(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(PerformanceResourceTiming.prototype, 'serverTiming', { get: () => [] })
    const read = Reflect.get(Headers.prototype, 'get') as (name: string) => string | null
    Headers.prototype.get = function (name) {
      return name === 'date' ? null : Reflect.apply(read, this, [name])
    }
  })
}
