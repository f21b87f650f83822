import { CONTENT_KINDS } from '#domain/content/registry.ts'
import type { PushCategory } from '#domain/push/preferences.ts'

interface PushPreset {
  name: string
  title: string
  body: string
  category: PushCategory
  url: string
}

/** Sample notifications for an admin's own browser. Source: docs/behaviour/push.md#push-tester. */
export const PUSH_PRESETS: readonly PushPreset[] = CONTENT_KINDS.toSorted((a, b) => a.tabOrder - b.tabOrder).flatMap(
  ({ push, listPath }) => (push ? [{ ...push.sample, category: push.category, url: listPath }] : []),
)
