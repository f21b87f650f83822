import { useState } from 'react'
import { readAsAdmin } from '#app/admin/session/admin-calls.ts'
import { fetchPushStatistics, type PushStatistics } from '#app/data/push-client.ts'
import { audienceOf } from './audience.ts'

/**
 * The question before a notification is sent, with the audience as it is then.
 *
 * @param statistics what is known already, in case the present numbers cannot be read
 */
export function useSendDialog(statistics: PushStatistics | null) {
  const [audience, setAudience] = useState<number | null>(null)
  const [isAsking, setAsking] = useState(false)

  return {
    isAsking: isAsking || audience !== null,
    audience,
    async ask(category: string): Promise<void> {
      setAsking(true)
      const present = await readAsAdmin(fetchPushStatistics).catch((error: unknown) => {
        console.warn('The present audience could not be read', error)
        return statistics
      })
      setAudience(audienceOf(present, category) ?? 0)
      setAsking(false)
    },
    close: () => setAudience(null),
  }
}
