import { useState } from 'react'
import type { Control } from '#app/admin/form/use-record-form.ts'
import { trustedMarkdown } from '#app/admin/form/trusted-markdown.ts'
import { useSite } from '#app/admin/use-site.ts'

/** Markdown input with a preview below it. */
export function MarkdownControl({ field, value, change, input }: Control) {
  const { site } = useSite()
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="markdown">
      <textarea {...input} className="field" rows={6} value={value} onChange={(event) => change(event.target.value)} />
      <div className="markdown-help">
        <p className="hint">
          <code>## Heading</code> <code>**bold**</code> <code>- item</code> <code>[words](https://...)</code>{' '}
          <code>| table |</code>
        </p>
        <button
          type="button"
          className="button quiet"
          aria-expanded={isShown}
          onClick={() => setIsShown((wasShown) => !wasShown)}
        >
          {isShown ? 'Hide preview' : 'Preview'}
        </button>
      </div>
      {isShown && (
        // The renderer escapes HTML in the input.
        <section
          className="rich-text"
          aria-label={`${field.label}, as it will look`}
          dangerouslySetInnerHTML={{ __html: trustedMarkdown(value.trim() ? value : 'Nothing yet', site.url) }}
        />
      )}
    </div>
  )
}
