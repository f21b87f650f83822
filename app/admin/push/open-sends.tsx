import type { PushStatistics, SentNotification } from '#app/data/push-client.ts'
import { RunningSend } from './running-send.tsx'
import { WaitingSend } from './waiting-send.tsx'

interface OpenSendsProps {
  notifications: readonly SentNotification[]
  statistics: PushStatistics | null
}

/** The notifications that wait or are being sent, and those that could not be sent. */
export function OpenSends({ notifications, statistics }: OpenSendsProps) {
  return notifications.map((notification) =>
    notification.state === 'sending' || notification.state === 'paused' ? (
      <RunningSend key={notification.id} notification={notification} />
    ) : (
      <WaitingSend key={notification.id} notification={notification} statistics={statistics} />
    ),
  )
}
