type Time = string | null | undefined

/**
 * @param times ISO 8601 texts in one format and time zone, so that they sort by time
 * @returns the newest time, or null when there is none
 */
export function newestTime(times: readonly Time[]): string | null {
  return times.reduce<string | null>((newest, time) => (time && time > (newest ?? '') ? time : newest), null)
}
