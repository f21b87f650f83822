import { useState } from 'react'
import type { AdminClient } from '#app/data/admin-client.ts'
import { readAsAdmin } from '#app/admin/session/admin-calls.ts'
import { TABLE } from '#domain/admin/messages.ts'
import { errorMessage } from './error-message.ts'

/** What a loader has read, or the message why it could not: the page stays open with what was read before. */
export type Loaded<T> = { value: T; problem: null } | { value: null; problem: string }

/** @param label of the tab, for the message */
export async function load<T>(label: string, read: (client: AdminClient) => Promise<T>): Promise<Loaded<T>> {
  try {
    return { value: await readAsAdmin(read), problem: null }
  } catch (error) {
    console.warn(`${label} could not be read`, error)
    return { value: null, problem: TABLE.fetchFailed(label, errorMessage(error)) }
  }
}

/** @returns the last value that a loader could read; null while nothing is read */
export function useLastValue<T>(loaded: Loaded<T> | undefined): T | null {
  const [last, setLast] = useState<T | null>(null)
  const value = loaded?.value ?? last
  if (value !== last) setLast(() => value)
  return value
}
