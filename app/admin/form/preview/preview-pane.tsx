import {
  memo,
  useDeferredValue,
  useMemo,
  useState,
  type MouseEvent,
  useEffect,
  useRef,
  type CSSProperties,
} from 'react'
import { useChoice } from '#app/admin/form/references/choices.tsx'
import { useForm, useFormState } from '#app/admin/form/use-record-form.ts'
import { Segments } from '#app/admin/form/segments.tsx'
import { trustedMarkdown } from '#app/admin/form/trusted-markdown.ts'
import { useSite } from '#app/admin/use-site.ts'
import { NoticePage } from '#app/ui/notice/notice-page.tsx'
import { serverNow } from '#app/data/server-time.ts'
import { textOf, type FormValues } from '#domain/admin/form/field-value.ts'
import { slugOf } from '#domain/admin/slug.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { noticePath } from '#domain/content/registry.ts'
import { indianDay } from '#domain/dates.ts'
import { draftNotice } from './draft-notice.ts'
import { PreviewFrame } from './preview-frame.tsx'

const WIDTHS = { phone: 360, desktop: 1280 }
const LABELS = { phone: 'Phone', desktop: 'Desktop' }

/** Live preview of the public page, rendered by the same components with the values of the form. */
export function PreviewPane({ kind }: { kind: ContentKind }) {
  const [device, setDevice] = useState<keyof typeof WIDTHS>('phone')
  const values = useDeferredValue(useFormState((state) => state.values))
  const { ref, style } = useScale(WIDTHS[device])
  return (
    <aside className="preview" aria-label="Live preview">
      <div className="preview-head">
        <h2>Live preview</h2>
        <Segments legend="Width of the preview" choices={LABELS} chosen={device} choose={setDevice} />
      </div>
      <Address kind={kind} />
      <div className={`preview-${device}`} ref={ref} style={style}>
        <PreviewFrame title="Preview of the public page">
          <PreviewedNotice kind={kind} values={values} />
        </PreviewFrame>
      </div>
    </aside>
  )
}

function Address({ kind }: { kind: ContentKind }) {
  const { site } = useSite()
  const slug = useFormState(({ values }) => slugOf(textOf(values, 'slug') || textOf(values, 'title')))
  return (
    <p className="preview-address">
      {site.host}
      {noticePath(kind, slug)}
    </p>
  )
}

const PreviewedNotice = memo(function PreviewedNotice({ kind, values }: { kind: ContentKind; values: FormValues }) {
  const { fields } = useForm()
  const { site } = useSite()
  const loaded = useFormState((state) => state.loaded)
  const organization = useChoice('organizations', textOf(values, 'organization_id'))
  const category = useChoice('categories', textOf(values, 'category_id'))
  const [now] = useState(serverNow)
  const notice = draftNotice(fields, values, { loaded, organization, category, now, siteUrl: site.url })
  const markdown = kind.markdownField ? textOf(values, kind.markdownField) : ''
  const contentHtml = useMemo(
    () => (markdown.trim() ? trustedMarkdown(markdown, site.url) : null),
    [markdown, site.url],
  )
  return (
    <div className="wrap" onClickCapture={blockOwnLinks}>
      <NoticePage
        kind={kind}
        notice={{ ...notice, title: notice.title || `Title of the ${kind.singular}` }}
        siblings={[]}
        recruitment={null}
        today={indianDay(now)}
        pageUrl={site.url + noticePath(kind, notice.slug)}
        siteUrl={site.url}
        siteName={site.name}
        contentHtml={contentHtml}
      />
    </div>
  )
})

/** Disables links of this site in the preview; links to official pages work. */
function blockOwnLinks(event: MouseEvent) {
  const link = (event.target as Element).closest('a')
  if (link && link.origin === location.origin) event.preventDefault()
}

/**
 * @param width of the content, in pixels
 * @returns a ref for the container, and the style that shrinks the content to its width
 */
function useScale(width: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(width)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setAvailable(entry.contentRect.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const style = { '--frame-width': `${width}px`, '--frame-scale': Math.min(1, available / width) } as CSSProperties
  return { ref, style }
}
