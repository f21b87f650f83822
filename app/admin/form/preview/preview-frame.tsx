import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { trustedHtml } from '#app/browser/trusted-types.ts'
import styles from '#app/admin/site.css?url'

const EMPTY_DOCUMENT =
  '<!doctype html><html lang="en-IN"><head><title>Preview</title><base target="_blank"></head><body></body></html>'

const emptyDocument = trustedHtml('preview-frame', () => EMPTY_DOCUMENT)('')

/** An iframe, so that the content is laid out for the frame's width, with the styles and the theme of the site. */
export function PreviewFrame({ title, children }: { title: string; children: ReactNode }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)

  // React would set the attribute to a string, which the policy of the page rejects: it requires a trusted type.
  useLayoutEffect(() => {
    if (frame.current) frame.current.srcdoc = emptyDocument as string
  }, [])
  useEffect(() => {
    const inside = body && frame.current?.contentDocument?.documentElement
    return inside ? followTheme(inside) : undefined
  }, [body])

  return (
    <iframe
      ref={frame}
      title={title}
      onLoad={() => {
        const inside = frame.current?.contentDocument
        // The event is also fired for the empty frame, before the document is set.
        if (!inside?.querySelector('base')) return
        // The stylesheet is in the browser's cache already; the content is rendered after it has loaded.
        const link = Object.assign(inside.createElement('link'), { rel: 'stylesheet', href: styles })
        link.onload = () => setBody(inside.body)
        inside.head.append(link)
      }}
    >
      {body && createPortal(children, body)}
    </iframe>
  )
}

/** Copies the theme of the page to the frame, and every change of it. @returns a function that stops that */
function followTheme(inside: HTMLElement): () => void {
  function copyTheme() {
    const { theme } = document.documentElement.dataset
    if (theme) inside.dataset['theme'] = theme
    else delete inside.dataset['theme']
  }
  copyTheme()
  const observer = new MutationObserver(copyTheme)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
