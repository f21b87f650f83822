import { useDeferredValue, useState } from 'react'
import { draftNotice } from '#app/admin/form/preview/draft-notice.ts'
import { useForm, useFormState } from '#app/admin/form/use-record-form.ts'
import { serverNow } from '#app/data/server-time.ts'
import { isContentTable } from '#domain/admin/tabs.ts'
import { isUnpublished } from '#domain/content/publication.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import { shownBadge } from '#domain/content/badge.ts'
import { whereShown } from '#domain/content/where-shown.ts'
import { indianDay } from '#domain/dates.ts'
import { formPlan } from './form-plan.ts'

/** Shows where the notice of the form will appear, and its badge. Source: docs/behaviour/publication.md#where-a-notice-appears */
export function WhereLine() {
  const { tab, fields } = useForm()
  const values = useDeferredValue(useFormState((state) => state.values))
  const loaded = useFormState((state) => state.loaded)
  const [now] = useState(serverNow)
  if (!isContentTable(tab.table)) return null
  const kind = kindOfTable(tab.table)
  const plan = formPlan(fields, values)
  const publishedAt = plan.publish_at ? Date.parse(plan.publish_at) : now
  const about = { loaded, organization: null, category: null, siteUrl: '' }
  const notice = draftNotice(fields, values, { ...about, now: publishedAt })
  // A notice that is not public yet is posted when it becomes public.
  const isLater = isUnpublished(plan.state) && values['post_time'] === ''
  const posted = isLater ? new Date(publishedAt).toISOString() : notice.posted_at
  const badge = shownBadge(kind, { ...notice, posted_at: posted }, indianDay(publishedAt))
  return <output className="where-line wide">{whereShown(kind, plan, badge)}</output>
}
