type Time = string | null | undefined

/**
 * @param times in one format and one zone, so that their texts have their order
 * @returns the newest, or null when none is known
 */
export function newestTime(times: readonly Time[]): string | null {
  return times.reduce<string | null>((newest, time) => (time && time > (newest ?? '') ? time : newest), null)
}
