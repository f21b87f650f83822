import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { useShowMore } from './use-show-more.ts'

/** Distance below the viewport from which further rows are requested. */
const AHEAD = '600px'

interface MoreRowsProps {
  isLoading: boolean
  /** Whether loading has failed: then only the button loads further rows. */
  hasFailed: boolean
  onMore: () => void
  /** How many rows of how many are shown. */
  children?: ReactNode
}

/** The end of a list with further rows: they are loaded when the user scrolls near it, or presses the button. */
export function MoreRows({ isLoading, hasFailed, onMore, children }: MoreRowsProps) {
  const end = useRef<HTMLParagraphElement>(null)
  const [isNear, setIsNear] = useState(false)
  const requestMore = useRef(onMore)
  useEffect(() => {
    requestMore.current = onMore
  })
  useEffect(() => {
    // A busy page is told several changes at once, of which the last one holds.
    const observer = new IntersectionObserver((entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: AHEAD,
    })
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  const isWanted = isNear && !isLoading && !hasFailed
  useEffect(() => {
    if (isWanted) requestMore.current()
  }, [isWanted])
  return (
    <p className="more" ref={end}>
      <button type="button" className="button" aria-busy={isLoading} onClick={onMore}>
        Show more
      </button>
      {children}
    </p>
  )
}

interface MoreRowsByAddressProps extends Pick<MoreRowsProps, 'hasFailed' | 'children'> {
  /** Number of rows that are loaded at a time. */
  step: number
}

/** The end of a list whose number of rows is in the address, so that its loader reads the further rows. */
export function MoreRowsByAddress({ step, hasFailed, children }: MoreRowsByAddressProps) {
  const isLoading = useNavigation().state === 'loading'
  const showMore = useShowMore(step)
  return (
    <MoreRows isLoading={isLoading} hasFailed={hasFailed} onMore={showMore}>
      {children}
    </MoreRows>
  )
}
