import { useEffect, useRef } from 'react'
import { LIST } from '#domain/messages.ts'

interface ShowMoreProps {
  /** Rows on the page by now. */
  shown: number
  href: string | null
  loading: boolean
  onMore: () => void
}

/** The next page of a list, added below; focus then goes to the first row that is new. */
export function ShowMore({ shown, href, loading, onMore }: ShowMoreProps) {
  const place = useRef<HTMLDivElement>(null)
  const shownWhenAsked = useRef<number | null>(null)

  useEffect(() => {
    const before = shownWhenAsked.current
    if (before === null || shown <= before) return
    shownWhenAsked.current = null
    const list = place.current?.previousElementSibling
    list?.children[before]?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
  }, [shown])

  return (
    <div className="show-more" ref={place}>
      {href && (
        <a
          className="button"
          href={href}
          rel="next"
          aria-disabled={loading || undefined}
          onClick={(event) => {
            event.preventDefault()
            if (loading) return
            shownWhenAsked.current = shown
            onMore()
          }}
        >
          {loading ? LIST.loading : 'Show more'}
        </a>
      )}
    </div>
  )
}
