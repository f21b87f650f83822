import { useState } from 'react'
import { readAsAdmin } from '#app/admin/session/admin-calls.ts'
import { fetchPushStatistics, type PushStatistics } from '#app/data/push-client.ts'
import type { PushCategory } from '#domain/push/preferences.ts'
import { audienceOf } from './audience.ts'

/**
 * The question before a notification is sent, with the audience as it is then.
 *
 * @param statistics what is known already, in case the present numbers cannot be read
 */
export function useSendDialog(statistics: PushStatistics | null) {
  const [read, setRead] = useState<{ present: PushStatistics | null } | null>(null)
  const [isReading, setReading] = useState(false)

  return {
    isAsking: isReading || read !== null,
    isOpen: read !== null,
    /** The category may have been changed while the numbers were read. */
    audience: (category: PushCategory) => audienceOf(read?.present ?? null, category) ?? 0,
    async ask(): Promise<void> {
      setReading(true)
      const present = await readAsAdmin(fetchPushStatistics).catch((error: unknown) => {
        console.warn('The present audience could not be read', error)
        return statistics
      })
      setRead({ present })
      setReading(false)
    },
    close: () => setRead(null),
  }
}
