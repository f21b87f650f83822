import { hydrateRoot } from 'react-dom/client'
import type { PushKeys } from '#app/push/push-subscription.ts'
import { NotificationSettings } from './notification-settings.tsx'

export function start(element: HTMLElement): void {
  const keys = JSON.parse(element.dataset['props'] ?? '{}') as PushKeys
  hydrateRoot(element, <NotificationSettings {...keys} />, { identifierPrefix: element.dataset['island'] ?? '' })
}
