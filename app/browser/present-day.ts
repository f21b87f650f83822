import { serverNow } from '#app/data/server-time.ts'
import { indianDay, type Day } from '#domain/dates.ts'

/** @returns the day in India by the clock of the server, for visitors whose own clock is wrong */
export function presentDay(): Day {
  return dayBefore(0)
}

/** @returns the day in India so many milliseconds ago */
export function dayBefore(ago: number): Day {
  return indianDay(serverNow() - ago)
}
